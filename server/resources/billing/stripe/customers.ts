import type Stripe from 'stripe'
import { isMissingCustomer } from '#integrations/stripe/failures.ts'
import { newId } from '#platform/values/ids.ts'
import type { PaymentContext } from '../payment.ts'
import { asking } from './session.ts'
import * as store from './store.ts'

/**
 * Finds or creates the customer. The idempotency key is stored first, so that parallel or interrupted calls create
 * only one.
 */
async function findOrCreateCustomer({ db, scope, services, now }: PaymentContext): Promise<string> {
  const { row, payer } = await db.store(scope, 'write', async (tx) => {
    await store.insertCustomer(tx, newId(now.getTime()))
    return { row: await store.findCustomer(tx), payer: await store.findPayer(tx) }
  })
  if (!row) throw new Error(`The organization ${scope.organizationId} has no customer.`)
  if (row.customer !== null) return row.customer
  const { organizationId } = scope
  const customer = await asking(services, async (stripe) => {
    // This request must be identical on retry, so other fields are written later.
    const made = await stripe.customers.create(
      { metadata: { evident_organization: organizationId } },
      { idempotencyKey: `evident-customer-${row.key}` },
    )
    const { name, email } = payer
    return stripe.customers.update(made.id, { name, ...(email !== null && { email }) })
  })
  await db.store(scope, 'write', (tx) => store.updateCustomer(tx, customer.id))
  return customer.id
}

export async function withCustomer<T>(
  ctx: PaymentContext,
  work: (stripe: Stripe, customer: string) => Promise<T>,
): Promise<T> {
  const { db, scope, services, now } = ctx
  const customer = await findOrCreateCustomer(ctx)
  return asking(services, async (stripe) => {
    try {
      return await work(stripe, customer)
    } catch (error) {
      if (!isMissingCustomer(error)) throw error
      await db.store(scope, 'write', (tx) => store.renewCustomer(tx, newId(now.getTime()), customer))
      return work(stripe, await findOrCreateCustomer(ctx))
    }
  })
}
