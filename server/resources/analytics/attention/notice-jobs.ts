import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { alertJob, alertLowRatings, summarizeWeek } from './notice-commands.ts'

export default [
  ...storeWalk({
    id: 'analytics.summarize_weeks',
    schedule: '3 * * * *',
    operatorName: 'weekly-summaries',
    isFrequent: true,
    visit: ({ db, services, now }, scope) => summarizeWeek(db, scope, services, now),
  }),
  job({
    id: alertJob,
    payload: OfStore,
    run: ({ db, services }, scope) => db.store(scope, 'write', (tx) => alertLowRatings(tx, services)),
  }),
]
