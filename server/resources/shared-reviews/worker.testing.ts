import { startWorkers } from '#platform/jobs/jobs.ts'
import { loadConfig } from '#platform/process/config.ts'
import { isOnCitus, testTokenKey } from '#test/database.ts'
import { composeService } from '../../entry/service.ts'
import { sharedReviewJobs } from './jobs.ts'

const { db, services } = composeService(loadConfig(), process.env.TEST_OWN_DATABASE ?? '', {
  poolSize: 4,
  tokenKey: testTokenKey(),
  isDistributed: isOnCitus(),
})
await startWorkers({ jobs: sharedReviewJobs.filter((each) => !each.schedule), db, services })
