import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { sendJob, sendReceipt } from './commands.ts'

export default [
  job({
    id: sendJob,
    payload: Type.Object({ ...OfStore.properties, reviewId: Type.String({ format: 'uuid' }) }),
    run: sendReceipt,
  }),
]
