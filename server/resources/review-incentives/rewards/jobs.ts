import { Type } from 'typebox'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { mailJob, mailRewards, sweepStore, tellJob, tellOwners } from './commands.ts'

export default [
  job({ id: mailJob, payload: OfStore, run: mailRewards }),
  job({
    id: tellJob,
    payload: Type.Object({
      ...OfStore.properties,
      incentiveId: Type.String({ format: 'uuid' }),
      level: Type.String(),
      to: Type.Optional(Type.String()),
    }),
    run: tellOwners,
  }),
  job({
    id: 'review_incentives.sweep',
    across: true,
    payload: Type.Object({}),
    schedule: '23 * * * *',
    operatorName: 'review-rewards',
    run: (ctx) => forEveryStore(ctx, (scope) => ctx.db.store(scope, 'write', sweepStore)),
  }),
]
