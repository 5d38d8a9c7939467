import { Type } from 'typebox'
import { answer, operation } from '#platform/calls/operation.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { notFound } from '#platform/values/errors.ts'
import { byId, OneOf } from '#platform/values/wire.ts'
import { deleteReviews, readReview } from './commands.ts'
import { createReviewOnce } from './create-review.ts'
import { list } from './listing-store.ts'
import { readSubmission, summarize } from './rules.ts'
import { NewReview, Review, ReviewSummary, reviewFilters, reviewSorts, searchFilter, summaryQuery } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'reviews.list',
    http: 'GET /reviews',
    tenancy: 'store',
    summary: 'List reviews, newest first.',
    description:
      'Ordered by `submittedAt`; `sort=createdAt` puts what is new to the service first, imported reviews of long ago too; `sort=updatedAt` lists what changed first first, for those who follow every change. An id that is not of this store finds nothing.',
    query: pageQuery({
      ...reviewFilters,
      ...searchFilter,
      sort: Type.Optional(OneOf(reviewSorts, { default: 'submittedAt' })),
    }),
    returns: page(Review),
    tool: 'list_reviews',
    oneQuery: true,
    run: ({ tx, query, services }) => list(tx, query, services.media),
  }),
  operation({
    id: 'reviews.summarize',
    http: 'GET /reviews/summary',
    tenancy: 'store',
    summary: 'Count the approved reviews of a product, or of the whole store, by stars.',
    query: summaryQuery,
    returns: ReviewSummary,
    tool: 'summarize_reviews',
    oneQuery: true,
    run: async ({ tx, query }) => summarize(await store.countStars(tx, query)),
  }),
  operation({
    id: 'reviews.get',
    http: 'GET /reviews/:id',
    tenancy: 'store',
    summary: 'Read a review with its product, photos and reply.',
    params: byId,
    returns: Review,
    tool: 'get_review',
    oneQuery: true,
    run: ({ tx, params, services }) => readReview(tx, params.id, services.media),
  }),
  operation({
    id: 'reviews.create',
    http: 'POST /reviews',
    tenancy: 'store',
    summary: 'Bring in a review that a customer wrote.',
    description:
      "It is pending and, from then on, locked like any other. `verified` is computed: the address has an order of the product that is not cancelled. One review per order and product: a second is 409 `already_reviewed`. Without `orderId` a key's review is linked to the newest order of the address that has none of this product yet. Where there is no order, the same address, product, title and text within 24 hours is a repeat and answers the first one (200).",
    body: NewReview,
    returns: Review,
    status: 201,
    location: '/reviews/{id}',
    alsoAnswers: 200,
    errors: ['not_found', 'product_id_mangled', 'already_reviewed', 'conflict'],
    async run({ tx, body, caller, services }) {
      const { row, isRepeat } = await createReviewOnce(tx, {
        ...readSubmission(body),
        photoIds: body.photoIds ?? [],
        source: 'api',
        addressProven: caller.provesAddresses,
      })
      return answer(isRepeat ? 200 : 201, store.toReview(row, services.media))
    },
  }),
  operation({
    id: 'reviews.delete',
    http: 'DELETE /reviews/:id',
    tenancy: 'store',
    summary: 'Delete a review with its photos and reply.',
    params: byId,
    tool: 'delete_review',
    async run({ tx, audit, params }) {
      if ((await deleteReviews(tx, [params.id], { audit })) === 0) throw notFound('review', params.id)
      return undefined
    },
  }),
]
