// Visitors have no credentials. They find a review only if it was ever public and its author is not erased.
import type { CrossDb, StoreReads, StoreScope } from '#platform/db/db.ts'
import type { CrossJobContext } from '#platform/jobs/jobs.ts'
import { AppError, notFound } from '#platform/values/errors.ts'
import { isUuid } from '#platform/values/ids.ts'
import type { Sharing } from '#resources/reviews/changes/copy-fragments.ts'
import { grow, proveReview, signHead } from '../heads/commands.ts'
import { ensureKey } from '../heads/key-commands.ts'
import type { ReviewProof } from '../heads/schema.ts'
import { findSize } from '../heads/store.ts'
import { wasErased, wasPublic } from '../rules.ts'
import * as store from './store.ts'

export type PublicStore = StoreScope & { storeName: string }

export async function findPublicStore(db: CrossDb, id: string): Promise<PublicStore> {
  const storeEnvId = id.toLowerCase()
  if (!isUuid(storeEnvId)) throw notFound('store')
  const [shop] = await db.ask(store.findStore(storeEnvId))
  if (shop) return { storeEnvId, ...shop }
  const [ended] = await db.ask(store.findEnded(storeEnvId))
  if (!ended) throw notFound('store')
  const { checkpoint } = ended
  throw new AppError(
    410,
    storeDeleted,
    "This store was deleted together with its ledger. This is the ledger's last head.",
    {
      extra: { checkpoint },
    },
  )
}

export const storeDeleted = 'store_deleted'

export async function readPublicReview(tx: StoreReads, id: string, sharing: Sharing): Promise<ReviewProof> {
  const reviewId = id.toLowerCase()
  const proof = isUuid(reviewId) ? await proveReview(tx, reviewId, store.selectShown(tx, reviewId, sharing)) : undefined
  const entries = proof?.entries.map(({ entry }) => entry) ?? []
  if (!proof || !wasPublic(entries) || wasErased(entries)) throw notFound('review')
  return proof
}

/** Signs all entries before a store's rows are deleted, and stores that last head. */
export async function keepLastHead({ db, services, stopping }: CrossJobContext, scope: StoreScope): Promise<void> {
  const { secrets } = services
  if (await db.system('read', (tx) => store.findEndedIn(tx, scope.storeEnvId))) return
  if ((await db.store(scope, 'read', findSize)) === 0) return
  await ensureKey(db, secrets)
  if (!(await grow({ db, stopping }, scope))) throw new Error('The process stops. The next run signs the last head.')
  const { checkpoint } = await db.store(scope, 'write', (tx) => signHead(tx, secrets))
  await db.system('write', (tx) => store.insertEnded(tx, scope.storeEnvId, checkpoint))
}
