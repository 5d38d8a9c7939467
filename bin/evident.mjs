import { launch } from './launch.mjs'

await launch('server/entry/cli.ts', process.argv.slice(2))
