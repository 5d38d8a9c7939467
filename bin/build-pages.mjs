// Runs in the image build, because a container with a read-only file system cannot build at its start.
import { buildPages } from './build.mjs'
import { writeBundleApart } from './bundle.mjs'
import { install } from './install.mjs'

const runtime = await install()
const arePagesBuilt = await buildPages(runtime)
process.exit((await writeBundleApart(runtime)) && arePagesBuilt ? 0 : 1)
