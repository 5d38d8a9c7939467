import { launch } from './launch.mjs'

await launch('tools/check.ts', process.argv.slice(2))
