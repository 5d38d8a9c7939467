import { operation } from '#platform/calls/operation.ts'
import { nameOfCaller } from '#platform/identity/caller.ts'
import { withoutStarWords } from '#platform/limits/star-words.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { beginMove, requireMove, undoMove } from './commands.ts'
import {
  NewReviewMove,
  RecreatedPage,
  RecreatedQuery,
  ReviewMove,
  ReviewMovePage,
  ReviewMoveQuery,
  undoDays,
} from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'products.list_recreated',
    http: 'GET /products/recreated',
    tenancy: 'store',
    doc: {
      summary: 'List products that the shop created again',
      description:
        'Returns products that have reviews but are archived or have no variant on sale. Each comes with a product on sale that shares its SKU or a valid GTIN. Move their reviews with `POST /reviews/moves`.',
    },
    input: { query: RecreatedQuery },
    output: { body: RecreatedPage },
    run: ({ tx, query }) => store.listRecreated(tx, query),
  }),
  operation({
    id: 'reviews.move',
    http: 'POST /reviews/moves',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Move reviews to the product that replaced another',
      description: `A background job moves reviews of every status. They keep ids, orders, verified marks, texts, photos and replies. A review is skipped if its order has a review of the target. The ledger gets an entry \`moved\` for each review. Order lines and later orders stay with the old product; \`POST /products/:id/merge\` moves them too.\n\nThe products must share an SKU or a valid GTIN, else 409 \`products_unrelated\`. A product on sale gets 409 \`product_still_sold\`. A move can be undone once, within ${undoDays} days.`,
    },
    input: {
      body: withExample(NewReviewMove, {
        fromProductId: '019a9f4f-8d11-7c20-b1a4-2f6b8f0c1d01',
        toProductId: '019a9f4f-8d11-7c20-b1a4-2f6b8f0c1d02',
      }),
    },
    output: {
      body: ReviewMove,
      status: 202,
      location: '/reviews/moves/{id}',
      errors: ['not_found', 'products_unrelated', 'product_still_sold', 'conflict'],
    },
    run: ({ tx, audit, body, caller }) => beginMove(tx, audit, withoutStarWords(body), nameOfCaller(caller)),
  }),
  operation({
    id: 'reviews.list_moves',
    http: 'GET /reviews/moves',
    tenancy: 'store',
    doc: {
      summary: 'List moves of reviews, newest first',
      description: 'Returns the moves of reviews between products, newest first, one page at a time.',
    },
    input: { query: ReviewMoveQuery },
    output: { body: ReviewMovePage },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'reviews.get_move',
    http: 'GET /reviews/moves/:id',
    tenancy: 'store',
    doc: {
      summary: 'Get a move of reviews',
      description: 'Returns one move of reviews with its progress, and until when it can be undone.',
    },
    input: { params: byId },
    output: { body: ReviewMove },
    run: ({ tx, params }) => requireMove(tx, params.id),
  }),
  operation({
    id: 'reviews.undo_move',
    http: 'POST /reviews/moves/:id/undo',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Undo a move of reviews',
      description: `Moves exactly those reviews back that this move brought to the target and that are still there. A second undo, and one after ${undoDays} days, gets 409 \`conflict\`.`,
    },
    input: { params: byId },
    output: { body: ReviewMove, status: 202, location: '/reviews/moves/{id}', errors: ['conflict'] },
    run: ({ tx, audit, params, caller }) => undoMove(tx, audit, params.id, nameOfCaller(caller)),
  }),
]
