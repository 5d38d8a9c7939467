import { loadConfig } from '#platform/process/config.ts'
import { isOnCitus, testTokenKey } from '#test/database.ts'
import { composeService } from '../../entry/service.ts'
import { sendDueItems } from './sending.ts'

const { CRASH_DATABASE_URL = '', CRASH_SCOPE = '{}' } = process.env
const { db, services } = composeService(loadConfig(process.env), CRASH_DATABASE_URL, {
  poolSize: 4,
  tokenKey: testTokenKey(),
  isDistributed: isOnCitus(),
})
process.send?.('ready')
const stopping = new AbortController().signal
await sendDueItems({ db, services, now: services.clock.now(), stopping }, JSON.parse(CRASH_SCOPE))
process.send?.('done')
