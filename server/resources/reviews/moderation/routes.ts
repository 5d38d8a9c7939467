import { operation } from '#platform/calls/operation.ts'
import { nameOfCaller } from '#platform/identity/caller.ts'
import { byId } from '#platform/values/wire.ts'
import { readReview } from '../commands.ts'
import { Review } from '../schema.ts'
import { updateReview, updateReviews } from './commands.ts'
import { BulkReport, BulkUpdate, ReviewChanges } from './schema.ts'

export default [
  operation({
    id: 'reviews.update',
    http: 'PUT /reviews/:id',
    tenancy: 'store',
    summary: 'Moderate a review, answer it, or edit an imported one.',
    description:
      'Rating, title, body, name and the verified mark stay as the customer left them; sending their present value is no change. A refused call changes nothing.',
    params: byId,
    body: ReviewChanges,
    returns: Review,
    errors: ['review_content_locked', 'review_changed'],
    tool: 'update_review',
    async run({ tx, audit, caller, params, body, services }) {
      await updateReview(tx, audit, params.id, body, { by: nameOfCaller(caller) })
      return readReview(tx, params.id, services.media)
    },
  }),
  operation({
    id: 'reviews.bulk_update',
    http: 'POST /reviews/bulk-update',
    tenancy: 'store',
    summary: 'Change up to 250 reviews, each as far as it may be changed.',
    description: 'The permitted part of each row is applied. The status is 200 in every case: read the counts.',
    body: BulkUpdate,
    returns: BulkReport,
    tool: 'bulk_update_reviews',
    run: ({ tx, audit, caller, body }) => updateReviews(tx, audit, body, { by: nameOfCaller(caller) }),
  }),
]
