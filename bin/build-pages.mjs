// The image build runs this, because a container's file system may be read-only.
import { buildPages } from './build.mjs'
import { writeBundleApart } from './bundle.mjs'
import { install } from './install.mjs'

const runtime = await install()
const arePagesBuilt = await buildPages(runtime)
process.exit((await writeBundleApart(runtime)) && arePagesBuilt ? 0 : 1)
