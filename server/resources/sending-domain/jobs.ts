import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { checkJob, checkWhenDue } from './checking.ts'
import { notifyOwners } from './owner-notice.ts'

export default [
  job({
    id: checkJob,
    payload: OfStore,
    async run(ctx, scope) {
      await checkWhenDue(ctx, scope)
    },
  }),
  // Each store's row contains the due time of its check. This job finds checks whose wake-up was lost.
  ...storeWalk({
    id: 'sending_domain.sweep',
    schedule: '23 3 * * *',
    operatorName: 'sending-domains',
    visit: checkWhenDue,
  }),
  job({
    id: 'sending_domain.tell_owners',
    payload: Type.Object({
      ...OfStore.properties,
      domain: Type.String(),
      status: Type.String(),
      to: Type.Optional(Type.String()),
    }),
    run: notifyOwners,
  }),
]
