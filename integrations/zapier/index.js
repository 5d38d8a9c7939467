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
  // Otherwise Zapier replaces the API's own message of a 429. The core reads only `false` as "not early".
  flags: { cleanInputData: true, throwForThrottlingEarly: false },
  triggers,
  searches,
  creates,
}
