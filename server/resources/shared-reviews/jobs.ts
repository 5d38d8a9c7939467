import { Type } from 'typebox'
import { readPhotoKey, stemOf } from '#platform/files/images/keys.ts'
import { nextOrphanSearch, removeOrphans } from '#platform/files/storage/orphans.ts'
import type { Party } from '#platform/identity/caller.ts'
import { type CrossJobContext, enqueue, enqueueAll, type Job, job } from '#platform/jobs/jobs.ts'
import { OfStore } from '#platform/jobs/schedule.ts'
import { storeWalk } from '#platform/jobs/store-walk.ts'
import { invalidateStorefrontById } from '#platform/storefront/invalidation.ts'
import { toSharing } from '#resources/reviews/changes/copy-fragments.ts'
import { listKnownPhotoKeys } from '#resources/reviews/moderation/copy-commands.ts'
import { recordGrant, recordJob } from './commands.ts'
import { copyJob, copyShared } from './copying.ts'
import * as store from './store.ts'

const Ended = Type.Object({
  ...OfStore.properties,
  grantId: Type.String(),
  by: Type.Optional(Type.Object({ role: Type.String(), via: Type.String() })),
})

export const sharedReviewJobs: Job[] = [
  job({ id: copyJob, across: true, bulk: 'shared-reviews', atOnce: 2, payload: OfStore, run: copyShared }),
  job({
    id: recordJob,
    payload: Ended,
    run: ({ db }, { grantId, by, ...scope }) =>
      db.store(scope, 'write', async (tx) => {
        recordGrant(tx, 'grant_revoked', grantId, by as Party | undefined)
      }),
  }),
  job({
    id: 'shared_reviews.end_grants',
    across: true,
    payload: Type.Object({}),
    schedule: '* * * * *',
    operatorName: 'shared-reviews-end',
    run: endGrants,
  }),
  job({
    id: 'shared_reviews.follow_all',
    across: true,
    payload: Type.Object({}),
    schedule: '23 * * * *',
    operatorName: 'shared-reviews',
    async run({ db }) {
      await db.system('write', async (tx) => {
        const receivers = new Map((await store.listActive(tx)).map((grant) => [grant.receiverId, grant]))
        const scopes = [...receivers.values()].flatMap(toReceiver)
        if (scopes.length > 0) await enqueueAll(tx, copyJob, scopes)
      })
    },
  }),
  ...storeWalk({
    id: 'shared_reviews.remove_orphaned_photos',
    schedule: '39 3 * * *',
    operatorName: 'shared-photos-clean',
    async visit(ctx, scope, isChanged) {
      await removeOrphans(ctx.services.storage, `shared/${scope.storeEnvId}`, ctx, (keys) =>
        ctx.db.store(scope, 'read', async (tx) => {
          const known = await listKnownPhotoKeys(
            tx,
            keys.flatMap((key) => readPhotoKey(key)?.photoId ?? []),
          )
          const stems = new Set(known.map(stemOf))
          return keys.filter((key) => readPhotoKey(key) && !stems.has(stemOf(key)))
        }),
      )
      return nextOrphanSearch(ctx.now, isChanged)
    },
  }),
]

const toReceiver = ({ receiverId, organizationId }: store.EndedGrant) =>
  receiverId === null ? [] : [{ storeEnvId: receiverId, organizationId }]

/**
 * Revokes grants of deleted stores, records expired offers, repeats the deletion of copies whose grant has ended, and continues
 * grants whose stores have subscribed again.
 */
async function endGrants({ db, services }: CrossJobContext): Promise<void> {
  const { isBilled } = toSharing(services.config)
  await db.system('write', async (tx) => {
    const orphaned = await store.updateOrphaned(tx)
    for (const { receiverId } of orphaned) if (receiverId !== null) invalidateStorefrontById(tx, receiverId)
    for (const { id, giverId, organizationId } of await store.updateExpired(tx))
      await enqueue(tx, recordJob, { storeEnvId: giverId, organizationId, grantId: id })
    const due = [...orphaned, ...(await store.listUnfinished(tx)), ...(await store.listResumed(tx, isBilled))]
    for (const scope of due.flatMap(toReceiver))
      await enqueue(tx, copyJob, scope, { key: `${copyJob}:${scope.storeEnvId}` })
  })
}
