import { Type } from 'typebox'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { checkGap, mailGap, tellJob } from './alerts.ts'

export default [
  job({
    id: 'evidence.check_gaps',
    across: true,
    payload: Type.Object({}),
    schedule: '47 4 * * *',
    operatorName: 'evidence-meter',
    run: (ctx) => forEveryStore(ctx, (scope) => checkGap(ctx.db, scope, ctx.now)),
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
