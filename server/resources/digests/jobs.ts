import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk, wakeStore } from '#platform/jobs/store-walk.ts'
import { digestJob, makeDigests } from './commands.ts'
import { findNextDue } from './store.ts'

export default [
  job({ id: digestJob, bulk: 'digests', payload: OfStore, run: makeDigests }),
  ...storeWalk({
    id: 'digests.make_all',
    schedule: '52 2 * * *',
    operatorName: 'review-digests',
    visit: wakeStore(digestJob, findNextDue, { isKeyed: true }),
  }),
]
