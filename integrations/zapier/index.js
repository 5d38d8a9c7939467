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
  // Empty fields are not sent, because null would clear values. Zapier must not replace the API's own message of a 429.
  // Zapier's core does so unless `throwForThrottlingEarly` is `false`.
  flags: { cleanInputData: true, throwForThrottlingEarly: false },
  triggers,
  searches,
  creates,
}
