import type { PersonalData } from '#platform/areas/personal-data.ts'
import type { Audit } from '#platform/audit/audit.ts'
import { eraseAnswers } from '#platform/calls/repeats-store.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { normalizeEmail } from '#platform/values/mask.ts'

/**
 * Erases one person's data in every area, and locks rows in the same order as other transactions. Safe to repeat. Returns
 * counts by area.
 */
export async function erasePerson(
  tx: StoreTx,
  { audit, secrets }: { audit: Audit; secrets: Secrets },
  areas: readonly PersonalData[],
  address: string,
  { keepsReviews = false } = {},
): Promise<Record<string, number>> {
  const person = { email: normalizeEmail(address), secrets, keepsReviews }
  for (const { lock } of areas) await lock?.(tx)
  const erased: Record<string, number> = {}
  for (const { erase } of areas) Object.assign(erased, await erase?.(tx, person))
  // Cached responses are sealed, so we cannot find those about the person. We therefore delete all cached responses of
  // the store.
  await eraseAnswers(tx)
  // The fingerprint answers "was this address erased?" to the service alone: without its key, guessed addresses cannot be
  // compared with it.
  const fingerprint = secrets.tokenFor(`erased address ${person.email}`).slice(0, 22)
  await audit(tx, 'customer.erased', { type: 'customer', id: fingerprint }, erased)
  return erased
}
