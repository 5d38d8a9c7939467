import type { StoreTx } from '#platform/db/db.ts'
import { notFound } from '#platform/errors.ts'
import { normalizeEmail } from '#platform/mask.ts'
import { operation } from '#platform/operation.ts'
import { Activity, ByEmail, PersonalData } from '../schema.ts'
import * as customers from '../store.ts'
import * as store from './store.ts'

const shown = 50

export default [
  operation({
    id: 'customers.get_activity',
    http: 'GET /customers/by-email/:email/activity',
    tenancy: 'store',
    summary: 'What a customer did, newest first, at most 50 of each.',
    description: 'Percent-encode the address. Who has left no trace in this store is 404.',
    params: ByEmail,
    returns: Activity,
    tool: 'read',
    run: ({ tx, params }) => traceOf(tx, params.email, shown),
  }),
  operation({
    id: 'customers.export',
    http: 'GET /customers/by-email/:email/export',
    tenancy: 'store',
    role: 'ADMIN',
    manual: true,
    summary: 'Everything the service holds of one person, as one document.',
    description:
      'Stands in the audit log. The address itself is in it for signed-in users; a key that asked has named it already.',
    params: ByEmail,
    returns: PersonalData,
    // Not read-only: the export itself is recorded.
    run: ({ db, storeEnvId, caller, params, audit, now }) =>
      db.store({ storeEnvId, organizationId: caller.organizationId }, 'write', async (tx) => {
        const trace = await traceOf(tx, params.email)
        await audit(tx, 'customer.exported', { type: 'customer', id: trace.customer.id })
        return { ...trace, exportedAt: now.toISOString() }
      }),
  }),
]

async function traceOf(tx: StoreTx, address: string, limit?: number) {
  const email = normalizeEmail(address)
  const customer = await customers.findByEmail(tx, email)
  // The address is not repeated: the answer may be logged by whoever asked.
  if (!customer) throw notFound('customer')
  const [orders, reviews, requests] = [
    await store.listOrders(tx, email, limit),
    await store.listReviews(tx, email, limit),
    await store.listRequests(tx, email, limit),
  ]
  return { customer, orders, reviews, loyalty: null, requests }
}
