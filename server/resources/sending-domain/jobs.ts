import { Type } from 'typebox'
import { forEveryStore } from '#platform/jobs/every-store.ts'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { checkJob, checkWhenDue } from './checking.ts'
import { notifyOwners } from './owner-notice.ts'

export default [
  job({ id: checkJob, payload: OfStore, run: checkWhenDue }),
  // Each store's row contains the due time of its check. This job finds checks whose wake-up was lost.
  job({
    id: 'sending_domain.sweep',
    across: true,
    payload: Type.Object({}),
    schedule: '23 3 * * *',
    operatorName: 'sending-domains',
    run: (ctx) => forEveryStore(ctx, (scope) => checkWhenDue(ctx, scope)),
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
