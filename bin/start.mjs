import { prepareService } from './build.mjs'
import { launch } from './launch.mjs'

await launch('server/entry/cli.ts', ['serve', ...process.argv.slice(2)], prepareService)
