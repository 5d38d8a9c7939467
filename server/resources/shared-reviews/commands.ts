import { publish } from '#platform/areas/events.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type Caller, nameOfCaller, type Party } from '#platform/identity/caller.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { invalidateStorefrontById } from '#platform/storefront/invalidation.ts'
import { AppError, conflict, notFound, orNotFound } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import { wakeReceiver } from './copying.ts'
import { grantRecorded } from './events.ts'
import { digestCode, newCode } from './rules.ts'
import * as runs from './run-store.ts'
import { type Acceptance, type Grant, maxGrants, type NewGrant, offerDays } from './schema.ts'
import * as store from './store.ts'

export const recordJob = 'shared_reviews.record_end'
const dayMs = 86_400_000

/** Records the grant in the giver's ledger. `by` is absent if the transaction's own caller acts. */
export const recordGrant = (tx: StoreTx, type: 'granted' | 'grant_revoked', grantId: string, by?: Party): void =>
  publish(tx, grantRecorded, { type, grantId, ...(by && { by }) })

export const requireGrant = async (tx: StoreTx, id: string): Promise<Grant> =>
  orNotFound(await store.find(tx, id), 'grant', id)

const tooManyGrants = (whose: string) =>
  conflict(`${whose} can have at most ${maxGrants} grants. Revoke one first.`, 'limit_reached')

export async function offerGrant(
  tx: StoreTx,
  audit: Audit,
  { match = ['gtin'], productIds }: NewGrant,
): Promise<Grant & { code: string }> {
  const ids = productIds && [...new Set(productIds.map((id) => id.toLowerCase()))]
  const [unknown] = ids ? await store.listUnknownProducts(tx, ids) : []
  if (unknown !== undefined) throw notFound('product', unknown)
  await store.lockGrants(tx)
  if ((await store.count(tx, tx.storeEnvId)) >= maxGrants) throw tooManyGrants('A store')
  const id = newId(tx.now.getTime())
  const code = newCode()
  const expiresAt = new Date(tx.now.getTime() + offerDays * dayMs)
  await store.insert(tx, { id, digest: digestCode(code), match, productIds: ids ?? null, expiresAt })
  recordGrant(tx, 'granted', id)
  await audit(tx, 'review_grant.offered', { type: 'review_grant', id }, { match, products: ids?.length ?? null })
  return { ...(await requireGrant(tx, id)), code }
}

/** Accepts only codes of this organization. */
export async function acceptGrant(
  tx: StoreTx,
  { audit, caller }: { audit: Audit; caller: Caller },
  { code, status }: Acceptance,
): Promise<Grant> {
  await store.lockGrants(tx)
  const offer = await store.lockOffer(tx, digestCode(code))
  if (!offer)
    throw new AppError(404, 'not_found', 'Unknown, used or expired code. Create a new one in the other store.')
  if (offer.giverId === tx.storeEnvId) throw conflict('This store offered the grant. Accept it in another store.')
  if (await store.hasActive(tx, offer.giverId))
    throw conflict('The other store already shares its reviews with this one.')
  if ((await store.count(tx, tx.storeEnvId)) >= maxGrants) throw tooManyGrants('A store')
  await store.updateAccepted(tx, offer.id)
  const approver = status === 'approved' ? { ...tx.by, name: nameOfCaller(caller) } : undefined
  await runs.insertRun(tx, offer.id, offer.giverId, approver)
  await wakeReceiver(tx, tx.storeEnvId)
  const grant = await requireGrant(tx, offer.id)
  const details = { store: offer.giverId, ...(approver && { status }) }
  await audit(tx, 'review_grant.accepted', toTarget(grant), details)
  return grant
}

/** Either store can revoke. From the next request on the copies do not count, and the receiver's job deletes them. */
export async function revokeGrant(tx: StoreTx, audit: Audit, id: string): Promise<void> {
  const grant = await requireGrant(tx, id)
  const revoked = await store.updateRevoked(tx, id)
  if (!revoked) return
  const { giverId, receiverId } = revoked
  if (receiverId !== null) {
    invalidateStorefrontById(tx, receiverId)
    await wakeReceiver(tx, receiverId)
  }
  if (giverId === tx.storeEnvId) recordGrant(tx, 'grant_revoked', id)
  else {
    // The giver's ledger names the party that ended the grant.
    const payload = { storeEnvId: giverId, organizationId: tx.organizationId, grantId: id, by: tx.by }
    await enqueue(tx, recordJob, payload)
  }
  await audit(tx, 'review_grant.revoked', toTarget(grant), { direction: grant.direction })
}

const toTarget = ({ id, store: other }: Grant) => ({ type: 'review_grant', id, ...(other && { name: other.name }) })
