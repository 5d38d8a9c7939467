// For images: what a start would build is built before, since there nothing can be written.
import { buildPages } from './build.mjs'
import { install } from './install.mjs'

process.exit((await buildPages(await install())) ? 0 : 1)
