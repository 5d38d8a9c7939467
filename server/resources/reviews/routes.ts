import { answer, uncached } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { page } from '#platform/calls/paging/page.ts'
import { notFound } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { isPooled, requireProductOfPool } from '#resources/products/groups/fragments.ts'
import { hasShared, originOf, toSharing } from './changes/copy-fragments.ts'
import { deleteReviews, readReview } from './commands.ts'
import { createReviewOnce } from './create-review.ts'
import { list, listPooled } from './listing-store.ts'
import { deleteCopies } from './moderation/copy-commands.ts'
import { readSubmission, requireSubject, summarize, toPooledSummary } from './rules.ts'
import { NewReview, Review, ReviewSummary, reviewListQuery, summaryQuery } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'reviews.list',
    http: 'GET /reviews',
    tenancy: 'store',
    doc: {
      summary: 'List reviews',
      description:
        'Lists reviews of products. `subject=shop` lists those of the shop, whose `productId` and `product` are null. `origin=shared` lists only copies of reviews that other stores share. `origin=all` lists own reviews and copies. With `pool`, reviews of other products are added to those of the product, and have the field `origin`. Sorted by `submittedAt`, newest first. `sort=createdAt` lists new arrivals first, including imports. `sort=updatedAt` lists the oldest change first, for following changes. `sort=rating` lists the most stars first, and the newest first among equal stars. Unknown ids match nothing.',
    },
    tool: 'list_reviews',
    input: { query: reviewListQuery },
    output: { body: page(Review), conditional: true },
    transaction: 'single-query',
    async run({ tx, query, services, now }) {
      requireProductOfPool(query)
      requireSubject(query)
      const request = { ...query, origin: originOf(query), sharing: toSharing(services.config) }
      const found = isPooled(request) ? listPooled(tx, request, services.media) : list(tx, request, services.media)
      return request.origin === 'own' ? await found : uncached(await found, now)
    },
  }),
  operation({
    id: 'reviews.summarize',
    http: 'GET /reviews/summary',
    tenancy: 'store',
    doc: {
      summary: 'Get the review summary',
      description:
        'Counts the approved reviews of a product, or of all products, by stars. `subject=shop` counts those of the shop. With `pool`, `pooled` also counts the reviews of the other products or stores in that pool.',
    },
    tool: 'summarize_reviews',
    input: { query: summaryQuery },
    output: { body: ReviewSummary, conditional: true },
    transaction: 'single-query',
    async run({ tx, query, services, now }) {
      requireProductOfPool(query)
      requireSubject(query)
      if (!isPooled(query)) return summarize(await store.countStars(tx, query))
      const summary = toPooledSummary(await store.countPooledStars(tx, query, toSharing(services.config)))
      return hasShared(query.pool) ? uncached(summary, now) : summary
    },
  }),
  operation({
    id: 'reviews.get',
    http: 'GET /reviews/:id',
    tenancy: 'store',
    doc: {
      summary: 'Get a review',
      description: 'Returns one review of any status with its photos, reply and moderation.',
    },
    tool: 'get_review',
    input: { params: byId },
    output: { body: Review, conditional: true },
    transaction: 'single-query',
    async run({ tx, params, services, now }) {
      const review = await readReview(tx, params.id, services.media, toSharing(services.config))
      return review.source === 'shared' ? uncached(review, now) : review
    },
  }),
  operation({
    id: 'reviews.create',
    http: 'POST /reviews',
    tenancy: 'store',
    doc: {
      summary: 'Create a review',
      description:
        'The new review is pending. A review is of a product, or with the subject `shop` of the shop itself. `verified` is computed: the address has an order of the product that is not cancelled. For the shop, any order that is not cancelled counts. A second review of an order and product gets 409 `already_reviewed`. Without `orderId`, a review from an API key is linked to the newest unreviewed order of the address. Without an order, the same address, product, title and text within 24 hours returns the first review with 200.',
    },
    input: {
      body: withExample(NewReview, {
        platformProductId: 'mug-01',
        rating: 5,
        title: 'Daily companion',
        body: 'Keeps tea hot for an hour.',
        authorName: 'Jane D.',
        authorEmail: 'jane.doe@customer.example',
      }),
      // Two calls for one author never share a transaction, because the check for repeats locks the author.
      sharedBy: ({ body }) => [normalizeEmail(body.authorEmail)],
    },
    output: {
      body: Review,
      status: 201,
      alsoAnswers: 200,
      location: '/reviews/{id}',
      errors: ['not_found', 'product_id_mangled', 'already_reviewed', 'buyers_only', 'conflict'],
    },
    transaction: 'shared',
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
    doc: {
      summary: 'Delete a review',
      description:
        'Also deletes the photos and the reply of the review. A deleted copy of a shared review is not copied again.',
    },
    tool: 'delete_review',
    input: { params: byId },
    async run({ tx, audit, params, services }) {
      const deleted =
        (await deleteReviews(tx, [params.id], { audit })) ||
        (await deleteCopies(tx, toSharing(services.config), [params.id], audit))
      if (deleted === 0) throw notFound('review', params.id)
      return undefined
    },
  }),
]
