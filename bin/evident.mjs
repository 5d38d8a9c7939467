import { prepareService } from './build.mjs'
import { launch } from './launch.mjs'

const args = process.argv.slice(2)
await launch('server/entry/cli.ts', args, args[0] === 'serve' ? prepareService : undefined)
