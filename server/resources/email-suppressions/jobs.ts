import { job } from '#platform/jobs.ts'
import { OfStore } from '#platform/schedule.ts'
import { tidy, tidyJob } from './commands.ts'

export default [job({ id: tidyJob, payload: OfStore, run: ({ db }, scope) => db.store(scope, 'write', tidy) })]
