import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { mailRefusal, offerHeads, offerJob, tellJob } from './commands.ts'

export default [
  job({ id: offerJob, payload: OfStore, run: async (ctx, scope) => void (await offerHeads(ctx, scope)) }),
  job({
    id: tellJob,
    payload: Type.Object({ ...OfStore.properties, to: Type.String(), witness: Type.String(), message: Type.String() }),
    run: mailRefusal,
  }),
  ...storeWalk({
    id: 'evidence.offer_heads',
    schedule: '23 * * * *',
    operatorName: 'evidence-witnesses',
    isFrequent: true,
    visit: offerHeads,
  }),
]
