import type { Area } from '#platform/area.ts'
import { personalData } from './personal-data.ts'
import requestJobs from './review-requests/jobs.ts'
import operations from './routes.ts'

export default {
  name: 'orders',
  operations,
  jobs: requestJobs,
  errors: { already_asked: 409, request_in_progress: 409, request_settled: 409, store_env_mismatch: 400 },
  personalData,
} satisfies Area
