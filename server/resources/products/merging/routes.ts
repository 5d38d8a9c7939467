import { operation } from '#platform/calls/operation.ts'
import { retryTransient } from '#platform/calls/retry.ts'
import { nameOfCaller } from '#platform/identity/caller.ts'
import { byId } from '#platform/values/wire.ts'
import { beginMerge, mergeForRequest } from './commands.ts'
import { Merge, Merged } from './schema.ts'

export default [
  operation({
    id: 'products.merge',
    http: 'POST /products/:id/merge',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Move the reviews of a re-created product to the new one.',
    description: `Use it when the shop deleted a product and created it again under another identifier. Both products share a SKU or a valid GTIN; variants that are off sale count.

Reviews of every status move, with their photos, replies, votes and reports. They keep their ids, dates, orders and verified marks. Order lines, promised and given rewards, FAQs, questions, gallery photos, placements, saved views, web pages and email sequences of the old product move too. Later orders of the old product count for the target, and so do new reviews of it. The old product stays without reviews, and \`mergedIntoId\` names its target. A product that returns to sale from \`archived\` gets its own orders again.

A review is skipped when its order already has a review of the target. The ledger gets an entry \`moved\` for each moved review. No webhook is sent: \`updatedAt\` of each moved review changes.

A call moves reviews for 20 seconds at most, about 50,000 of them. A background job moves the rest within minutes; another call does the same sooner. Merge in the other direction to undo a merge: all reviews of the target move then. A call ends with 409 \`conflict\` when a newer merge of one of the products starts, or when the old product returns to sale. Reviews that were moved by then stay moved.`,
    params: byId,
    body: Merge,
    returns: Merged,
    errors: ['products_unrelated'],
    manual: true,
    async run({ db, caller, params, body, storeEnvId, audit }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const moving = { from: params.id.toLowerCase(), into: body.into.toLowerCase(), by: nameOfCaller(caller) }
      await retryTransient(() => db.store(scope, 'write', (tx) => beginMerge(tx, audit, moving)))
      return mergeForRequest(db, scope, moving)
    },
  }),
]
