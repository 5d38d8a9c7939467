import { operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { proveReview } from './heads/commands.ts'
import { Head, ReviewProof } from './heads/schema.ts'
import * as heads from './heads/store.ts'
import { EntriesQuery, ListedEntry } from './schema.ts'
import * as store from './store.ts'

const read = { tenancy: 'store' } as const

export default [
  operation({
    ...read,
    id: 'evidence.list_entries',
    http: 'GET /evidence/entries',
    summary: 'List what is written down about reviews, newest first.',
    description:
      'Each entry is as its `leafHash` binds it: SHA-256 of a zero byte and the entry, without `leafHash`, as RFC 8785 spells it. `prev` is the leaf before. Entries are only added: nobody changes or removes one, and they stay when their review goes.',
    query: EntriesQuery,
    returns: page(ListedEntry),
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    ...read,
    id: 'evidence.list_heads',
    http: 'GET /evidence/heads',
    summary: 'List the signed heads of the ledger, newest first.',
    description:
      'One is signed after each day in UTC, and with each pack. A day on which none was signed has none. Everybody can read them at `{origin}/evidence/{storeEnvId}/heads`.',
    query: pageQuery({}),
    returns: page(Head),
    run: ({ tx, query }) => heads.list(tx, query),
  }),
  operation({
    ...read,
    id: 'evidence.get_review',
    http: 'GET /evidence/reviews/:id',
    summary: 'Prove what is written down about a review.',
    description:
      'Its entries, oldest first, each with its way into the newest head; also of a review that is gone. What everybody may read of one that was published is at `{origin}/evidence/{storeEnvId}/reviews/{id}`.',
    params: byId,
    returns: ReviewProof,
    async run({ tx, params: { id } }) {
      const proof = await proveReview(tx, id.toLowerCase(), store.selectSalts(tx, [id]))
      if (!proof) throw notFound('review', id)
      return proof
    },
  }),
]
