import { type Job, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { expireJob, expireStrings } from './commands.ts'

export const pluginJobs: Job[] = [
  job({ id: expireJob, payload: OfStore, run: ({ db }, scope) => db.store(scope, 'write', expireStrings) }),
]
