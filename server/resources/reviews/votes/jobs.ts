import { job } from '#platform/jobs.ts'
import { OfStore } from '#platform/schedule.ts'
import { countJob, countVotes } from './commands.ts'

export default [job({ id: countJob, payload: OfStore, run: countVotes })]
