import { launch } from './launch.mjs'

await launch('test/support/run.ts', process.argv.slice(2))
