import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import type { Audit } from '#platform/audit.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { forgetAnswers } from '#platform/idempotency/store.ts'
import { normalizeEmail } from '#platform/mask.ts'
import type { Secrets } from '#platform/secrets.ts'
import { forgetPerson } from '#resources/connectors/commands.ts'
import { eraseCustomer } from '#resources/customers/commands.ts'
import { eraseMessages } from '#resources/email/commands.ts'
import { eraseSuppressedAddress } from '#resources/email-suppressions/commands.ts'
import { eraseBuyer, lockBuyerOrders, lockSweeps } from '#resources/orders/commands.ts'
import { eraseAuthor } from '#resources/reviews/commands.ts'
import type { Erasure } from './schema.ts'
import * as store from './store.ts'

/** Forgets one person: their row, their name on orders, and their reviews as the store has chosen. Doing it again changes nothing. */
export async function erasePerson(
  tx: StoreTx,
  audit: Audit,
  secrets: Secrets,
  address: string,
): Promise<Static<typeof Erasure>> {
  const email = normalizeEmail(address)
  await lockSweeps(tx)
  // In the order in which others hold the same rows: what is sent before the orders it is about, and orders before their reviews.
  await forgetPerson(tx, secrets, email)
  await eraseSuppressedAddress(tx, secrets, email)
  await eraseMessages(tx, email)
  await lockBuyerOrders(tx, email)
  const { deleted, anonymized } = await eraseAuthor(tx, email, await store.findMode(tx))
  // Nobody can tell any more of whom they speak: they are sealed.
  await forgetAnswers(tx)
  const erased = {
    ordersAnonymized: await eraseBuyer(tx, email),
    customersRemoved: await eraseCustomer(tx, email),
    reviewsDeleted: deleted,
    reviewsAnonymized: anonymized,
  }
  // Enough to answer "was this address erased?" and too little to read the address from.
  const fingerprint = createHash('sha256').update(email).digest('hex').slice(0, 16)
  await audit(tx, 'customer.erased', { type: 'customer', id: fingerprint }, erased)
  return erased
}
