import { Type } from 'typebox'
import { type Job, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { leaveJob, leaveShop, nightJob, requestNightly, runJob, type ShopHearer } from '../shop-reading/commands.ts'
import { heldJob, tellHeld } from '../shop-reading/held-notice.ts'
import { readShop } from '../shop-reading/run.ts'
import { hooksJob, makeHooks } from './hooks.ts'

export const shopJobs = (hearers: readonly ShopHearer[]): Job[] => [
  job({ id: runJob, bulk: 'shops', atOnce: 8, payload: OfStore, run: (ctx, scope) => readShop(ctx, scope, hearers) }),
  job({
    id: nightJob,
    payload: OfStore,
    async run({ db }, scope) {
      await db.store(scope, 'write', requestNightly)
    },
  }),
  job({
    id: leaveJob,
    payload: Type.Object({ ...OfStore.properties, connectionId: Type.String(), at: Type.String() }),
    run: ({ db }, { connectionId, at, ...scope }) => db.store(scope, 'write', (tx) => leaveShop(tx, connectionId, at)),
  }),
  job({
    id: hooksJob,
    payload: Type.Object({ ...OfStore.properties, connectionId: Type.String(), anew: Type.Boolean() }),
    run: makeHooks,
  }),
  job({
    id: heldJob,
    payload: Type.Object({
      ...OfStore.properties,
      syncId: Type.String(),
      to: Type.Optional(Type.String()),
    }),
    run: tellHeld,
  }),
  // Each store has its own wake-up. This job replaces lost wake-ups, and operators can run it.
  ...storeWalk({
    id: 'shops.nights',
    schedule: '41 * * * *',
    operatorName: 'catalogue-sync',
    isFrequent: true,
    visit: ({ db }, scope) => db.store(scope, 'write', requestNightly, { isUpkeep: true }),
  }),
]
