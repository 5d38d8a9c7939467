import { operation } from '#platform/calls/operation.ts'
import { nameOfCaller } from '#platform/identity/caller.ts'
import { retryTransient } from '#platform/process/retry.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { beginMerge, mergeForRequest } from './commands.ts'
import { Merge, MergeResult } from './schema.ts'

export default [
  operation({
    id: 'products.merge',
    http: 'POST /products/:id/merge',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Merge a product into another',
      description:
        'Use it when the shop deleted a product and created it again under another id. Both products must share a SKU or a valid GTIN; variants that are off sale count.\n\nReviews of every status move, with their photos, replies, votes and reports. They keep their ids, dates, orders and verified marks. Order lines, rewards, FAQs, questions, gallery photos, placements, saved views, web pages and email sequences of the old product move too. Later orders and reviews of the old product count for the target. The old product stays without reviews, and `mergedIntoId` names its target. A product that returns to sale from `archived` gets its own orders again.\n\nA review is skipped when its order already has a review of the target. The ledger gets an entry `moved` for each moved review. No webhook is sent, but `updatedAt` of each moved review changes.\n\nA call moves reviews for at most 20 seconds, about 50,000 of them. A background job moves the rest within minutes; another call does the same sooner. Merge in the other direction to undo a merge: all reviews of the target move then. A call ends with 409 `conflict` when a newer merge of one of the products starts, or when the old product returns to sale. Reviews that were moved by then stay moved.',
    },
    input: { params: byId, body: withExample(Merge, { into: '019a9f4f-8d11-7c20-b1a4-2f6b8f0c1d02' }) },
    output: { body: MergeResult, errors: ['products_unrelated'] },
    transaction: 'manual',
    async run({ db, caller, params, body, storeEnvId, audit }) {
      const scope = { storeEnvId, organizationId: caller.organizationId }
      const moving = { from: params.id.toLowerCase(), into: body.into.toLowerCase(), by: nameOfCaller(caller) }
      await retryTransient(() => db.store(scope, 'write', (tx) => beginMerge(tx, audit, moving)))
      return mergeForRequest(db, scope, moving)
    },
  }),
]
