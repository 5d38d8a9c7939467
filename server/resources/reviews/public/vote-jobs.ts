import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { countJob, countVotes } from './vote-commands.ts'

export default [job({ id: countJob, payload: OfStore, run: countVotes })]
