import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { mailJob, mailRewards, sweepStore, tellJob, tellOwners } from './commands.ts'
import { issueCodes, issueJob } from './issuing.ts'

export default [
  job({ id: mailJob, payload: OfStore, run: mailRewards }),
  job({ id: issueJob, payload: OfStore, run: issueCodes }),
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
  ...storeWalk({
    id: 'review_incentives.sweep',
    schedule: '23 * * * *',
    operatorName: 'review-rewards',
    isFrequent: true,
    visit: ({ db }, scope) => db.store(scope, 'write', sweepStore),
  }),
]
