import { publish } from '#platform/areas/events.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { invalidateStorefront } from '#platform/storefront/invalidation.ts'
import { newId } from '#platform/values/ids.ts'
import { policyAdopted } from '../events.ts'
import { first, hashText } from './rules.ts'
import type { Policy } from './schema.ts'
import * as store from './store.ts'

/**
 * Makes this text the current policy. A text that was used before gets its old version number back. Saving the current
 * text again has no effect.
 */
export async function adoptPolicy(tx: StoreTx, audit: Audit, text: string): Promise<Policy> {
  await store.lock(tx)
  const sha256 = hashText(text)
  const known = await store.listKnown(tx)
  const newest = known.at(-1)
  if (sha256 === (newest?.sha256 ?? first.sha256)) return { version: newest?.version ?? first.version, text, sha256 }
  if (!newest) await store.insertFirst(tx, newId(tx.now.getTime()))
  const adopted = (newest?.adopted ?? 1) + 1
  const earlier = known.find((each) => each.sha256 === sha256)
  const version = earlier?.version ?? Math.max(1, ...known.map((each) => each.version)) + 1
  if (earlier) await store.updateAdopted(tx, earlier.id, adopted)
  else await store.insert(tx, { id: newId(tx.now.getTime()), version, text, sha256, adopted })
  await audit(tx, 'moderation_policy.changed', { type: 'moderation_policy', id: String(version) }, { version, sha256 })
  publish(tx, policyAdopted, { version, sha256 })
  invalidateStorefront(tx)
  return { version, text, sha256 }
}
