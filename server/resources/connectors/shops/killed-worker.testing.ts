import { startWorkers } from '#platform/jobs/jobs.ts'
import { loadConfig } from '#platform/process/config.ts'
import { isOnCitus, testTokenKey } from '#test/database.ts'
import { jobs } from '../../../entry/areas.ts'
import { composeService } from '../../../entry/service.ts'

const { TEST_OWN_DATABASE = '', TEST_JOBS = '' } = process.env
const wanted = TEST_JOBS.split(',')
const { db, services } = composeService(loadConfig(), TEST_OWN_DATABASE, {
  poolSize: 6,
  tokenKey: testTokenKey(),
  isDistributed: isOnCitus(),
})
await startWorkers({ jobs: jobs.filter(({ id }) => wanted.includes(id)), db, services })
