import type { PersonalList } from '#platform/areas/personal-data.ts'
import { operation } from '#platform/calls/operation.ts'
import type { StoreTx } from '#platform/db/db.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { notFound } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { readSummary } from '#resources/loyalty/members/commands.ts'
import { ByEmail, buildActivity, buildExport } from './schema.ts'
import * as customers from './store.ts'

const shown = 50

export const activityOperations = (
  lists: readonly PersonalList[],
  active = lists.filter((list) => list.isActivity),
) => [
  operation({
    id: 'customers.get_activity',
    http: 'GET /customers/by-email/:email/activity',
    tenancy: 'store',
    doc: {
      summary: 'List the activity of a customer',
      description: 'Newest first, at most 50 of each kind. Percent-encode the address. Returns 404 for unknown people.',
    },
    tool: 'get_customer_activity',
    input: { params: ByEmail },
    output: { body: buildActivity(active) },
    run: ({ tx, params, services }) => loadTrace(tx, services.secrets, params.email, active, shown),
  }),
  operation({
    id: 'customers.export',
    http: 'GET /customers/by-email/:email/export',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Export the data of a person',
      description:
        'The audit log records the export. The export contains the address for signed-in users, but not for callers with a key, who have just sent the address.',
    },
    input: { params: ByEmail },
    output: { body: buildExport(lists) },
    transaction: 'manual',
    // Not read-only, because the export writes an audit entry.
    run: ({ db, storeEnvId, caller, params, audit, now, services }) =>
      db.store({ storeEnvId, organizationId: caller.organizationId }, 'write', async (tx) => {
        const trace = await loadTrace(tx, services.secrets, params.email, lists)
        await audit(tx, 'customer.exported', { type: 'customer', id: trace.customer.id })
        return { ...trace, exportedAt: now.toISOString() }
      }),
  }),
]

async function loadTrace(
  tx: StoreTx,
  secrets: Secrets,
  address: string,
  lists: readonly PersonalList[],
  limit?: number,
) {
  const person = { email: normalizeEmail(address), secrets }
  const customer = await customers.findByEmail(tx, person.email)
  // The error does not repeat the address, because callers may log it.
  if (!customer) throw notFound('customer')
  const trace: Record<string, readonly unknown[]> = {}
  for (const { name, list } of lists) trace[name] = await list(tx, person, limit)
  return { customer, ...trace, loyalty: await readSummary(tx, person.email) }
}
