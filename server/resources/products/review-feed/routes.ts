import type { Static } from 'typebox'
import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type Caller, seesMerchantAddresses } from '#platform/identity/caller.ts'
import { createFeed, deleteFeed, rotateFeed } from './commands.ts'
import { ReviewFeed } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'products.get_review_feed',
    http: 'GET /products/review-feed',
    tenancy: 'store',
    doc: {
      summary: 'Get the review feed',
      description: 'Counts are present whether the feed is on or off. For a Viewer, `url` is null.',
    },
    tool: 'get_review_feed',
    output: { body: ReviewFeed, secret: true },
    transaction: 'single-query',
    run: ({ tx, caller, services }) => readState(tx, caller, services.origin),
  }),
  operation({
    id: 'products.create_review_feed',
    http: 'POST /products/review-feed',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Turn on the review feed',
      description: 'Creates the private address of the feed with 201, or returns the existing one with 200.',
    },
    output: { body: ReviewFeed, status: 201, alsoAnswers: 200, location: '/products/review-feed', secret: true },
    async run({ tx, caller, audit, services }) {
      const isNew = await createFeed(tx, audit)
      return answer(isNew ? 201 : 200, await readState(tx, caller, services.origin))
    },
  }),
  operation({
    id: 'products.rotate_review_feed',
    http: 'POST /products/review-feed/rotate',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Replace the address of the review feed',
      description: 'The old address returns 404 immediately. The call itself returns 404 if the feed is off.',
    },
    output: { body: ReviewFeed, secret: true },
    async run({ tx, caller, audit, services }) {
      await rotateFeed(tx, audit)
      return readState(tx, caller, services.origin)
    },
  }),
  operation({
    id: 'products.delete_review_feed',
    http: 'DELETE /products/review-feed',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Turn off the review feed',
      description: 'The address of the feed returns 404 immediately. Turning the feed on again makes a new address.',
    },
    run: async ({ tx, audit }) => {
      await deleteFeed(tx, audit)
      return undefined
    },
  }),
]

async function readState(
  tx: StoreTx,
  caller: Pick<Caller, 'role'>,
  origin: string,
): Promise<Static<typeof ReviewFeed>> {
  const { token, createdAt, lastFetchedAt, bytes, parts, ...counts } = await store.findStatus(tx)
  return {
    enabled: token !== null,
    url: token === null || !seesMerchantAddresses(caller) ? null : `${origin}/feeds/${token}.xml`,
    createdAt,
    lastFetchedAt,
    bytes,
    parts,
    counts,
  }
}
