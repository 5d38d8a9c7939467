import { Type } from 'typebox'
import { type Job, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { deleteJob, type ProviderEventKind, profileClearing, releaseJob, sendJob } from './commands.ts'
import { deleteOldEvents } from './retention.ts'
import { sendDueEvents } from './sending/drain.ts'
import { abandon, release } from './sending/hand-back.ts'

const OfConnection = Type.Object({ ...OfStore.properties, connectionId: Type.String() })

export const connectorJobs = (ofAreas: readonly ProviderEventKind[]): Job[] => {
  const kinds = [...ofAreas, profileClearing]
  return [
    job({ id: sendJob, payload: OfStore, run: (ctx, scope) => sendDueEvents(ctx, scope, kinds) }),
    job({ id: deleteJob, payload: OfConnection, run: (ctx, payload) => abandon(ctx, payload, kinds) }),
    job({ id: releaseJob, payload: OfConnection, run: (ctx, payload) => release(ctx, payload, kinds) }),
    ...storeWalk({
      id: 'connectors.clean',
      schedule: '23 4 * * *',
      operatorName: 'connectors-clean',
      visit: deleteOldEvents,
    }),
  ]
}
