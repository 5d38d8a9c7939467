import { startWorkers } from '#platform/jobs/jobs.ts'
import { loadConfig } from '#platform/process/config.ts'
import { startSender } from '#resources/outbound-webhooks/sending/sender.ts'
import { isOnCitus, testTokenKey } from '#test/database.ts'
import { jobs } from '../../../entry/areas.ts'
import { composeService } from '../../../entry/service.ts'

const { db, services } = composeService(loadConfig(), process.env.TEST_OWN_DATABASE ?? '', {
  poolSize: 4,
  tokenKey: testTokenKey(),
  isDistributed: isOnCitus(),
})
await startWorkers({ jobs: jobs.filter((each) => !each.schedule), db, services })
startSender({ db, services })
process.send?.('ready')
