import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { proveReview } from './heads/commands.ts'
import { Head, ReviewProof } from './heads/schema.ts'
import * as heads from './heads/store.ts'
import { EntriesQuery, ListedEntry } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'evidence.list_entries',
    http: 'GET /evidence/entries',
    tenancy: 'store',
    doc: {
      summary: 'List ledger entries',
      description:
        'Newest first. `leafHash` is the SHA-256 of a zero byte and the RFC 8785 form of the entry without `leafHash`. `prev` is the `leafHash` of the previous entry. Entries are never changed or deleted, even after their review is deleted.',
    },
    input: { query: EntriesQuery },
    output: { body: page(ListedEntry) },
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'evidence.list_heads',
    http: 'GET /evidence/heads',
    tenancy: 'store',
    doc: {
      summary: 'List ledger heads',
      description:
        'Newest first. A head is signed after each day (UTC), and with each pack and archive. Heads are public at `{origin}/evidence/{storeEnvId}/heads`.',
    },
    input: { query: pageQuery({}) },
    output: { body: page(Head) },
    run: ({ tx, query }) => heads.list(tx, query),
  }),
  operation({
    id: 'evidence.get_review',
    http: 'GET /evidence/reviews/:id',
    tenancy: 'store',
    doc: {
      summary: 'Get the proof of a review',
      description:
        'Ledger entries, oldest first, each with its inclusion proof in the newest head, also for deleted reviews. The public part is at `{origin}/evidence/{storeEnvId}/reviews/{id}`.',
    },
    input: { params: byId },
    output: { body: ReviewProof },
    async run({ tx, params: { id } }) {
      const proof = await proveReview(tx, id.toLowerCase(), store.selectSalts(tx, [id]))
      if (!proof) throw notFound('review', id)
      return proof
    },
  }),
]
