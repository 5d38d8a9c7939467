import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { sendDueMails, tellJob } from './commands.ts'

export default [
  job({
    id: tellJob,
    payload: Type.Object({ ...OfStore.properties, faqId: Type.String({ format: 'uuid' }) }),
    run: sendDueMails,
  }),
]
