import { createRequire } from 'node:module'
import { creates, searches } from './actions.js'
import { explainRefusal, includeToken } from './api.js'
import { authentication } from './authentication.js'
import { triggers } from './triggers.js'

const require = createRequire(import.meta.url)

export default {
  version: require('./package.json').version,
  platformVersion: require('zapier-platform-core').version,
  authentication,
  beforeRequest: [includeToken],
  afterResponse: [explainRefusal],
  // What somebody left empty is not sent; null would clear it.
  flags: { cleanInputData: true },
  triggers,
  searches,
  creates,
}
