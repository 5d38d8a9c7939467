import { launch } from './launch.mjs'

const [script, ...args] = process.argv.slice(2)
await launch(script, args)
