import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { checkGap, mailGap, tellJob } from './alerts.ts'

export default [
  ...storeWalk({
    id: 'evidence.check_gaps',
    schedule: '47 4 * * *',
    operatorName: 'evidence-meter',
    visit: ({ db, now }, scope) => checkGap(db, scope, now),
  }),
  job({
    id: tellJob,
    payload: Type.Object({
      ...OfStore.properties,
      to: Type.String(),
      firstDay: Type.String(),
      lastDay: Type.String(),
      low: Type.Number(),
      high: Type.Number(),
      gap: Type.Number(),
    }),
    run: mailGap,
  }),
]
