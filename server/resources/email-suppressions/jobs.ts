import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { tidy, tidyJob } from './commands.ts'

export default [job({ id: tidyJob, payload: OfStore, run: ({ db }, scope) => db.store(scope, 'write', tidy) })]
