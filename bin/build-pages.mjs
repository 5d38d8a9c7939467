// Used by the image build, because a container's file system may be read-only.
import { buildPages } from './build.mjs'
import { install } from './install.mjs'

process.exit((await buildPages(await install())) ? 0 : 1)
