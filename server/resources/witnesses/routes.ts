import { operation } from '#platform/calls/operation.ts'
import { Witnesses } from './schema.ts'
import { selectListed } from './store.ts'

export default [
  operation({
    id: 'evidence.list_witnesses',
    http: 'GET /evidence/witnesses',
    tenancy: 'store',
    doc: {
      summary: 'List the witnesses of the ledger',
      description:
        'Witnesses cosign the signed heads of the ledger, which proves that everybody sees the same ledger. The operator adds them. `{origin}/evidence/{storeEnvId}/checkpoint` has the newest head with their signatures.',
    },
    output: { body: Witnesses },
    transaction: 'single-query',
    run: async ({ tx }) => ({ data: await tx.all(selectListed(tx)) }),
  }),
]
