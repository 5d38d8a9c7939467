import { loadConfig } from '#platform/process/config.ts'
import { isOnCitus, testTokenKey } from '#test/database.ts'
import { createApi } from '../../../entry/api.ts'
import { composeService } from '../../../entry/service.ts'

const service = composeService(loadConfig(), process.env.TEST_OWN_DATABASE ?? '', {
  poolSize: 6,
  tokenKey: testTokenKey(),
  isDistributed: isOnCitus(),
})
const app = await createApi(service)
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as { port: number }).port)
