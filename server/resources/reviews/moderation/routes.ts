import { operation } from '#platform/calls/operation.ts'
import { nameOfCaller } from '#platform/identity/caller.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { toSharing } from '../changes/copy-fragments.ts'
import { readReview } from '../commands.ts'
import { Review } from '../schema.ts'
import { updateReview, updateReviews } from './commands.ts'
import { BulkReport, BulkUpdate, ReviewChanges } from './schema.ts'

export default [
  operation({
    id: 'reviews.update',
    http: 'PUT /reviews/:id',
    tenancy: 'store',
    doc: {
      summary: 'Moderate or edit a review',
      description:
        'Rating, title, body, name and the verified mark can be edited on imported reviews only, never on copies of shared ones; sending the current value is no change. A refused call changes nothing.',
    },
    tool: 'update_review',
    input: {
      params: byId,
      body: withExample(ReviewChanges, { status: 'approved', reply: { body: 'Thank you, Jane!' } }),
      sharedBy: ({ params }) => [params.id.toLowerCase()],
    },
    output: { body: Review, errors: ['review_content_locked', 'review_changed'] },
    transaction: 'shared',
    async run({ tx, audit, caller, params, body, services }) {
      const sharing = toSharing(services.config)
      await updateReview(tx, audit, params.id, body, { by: nameOfCaller(caller), sharing })
      return readReview(tx, params.id, services.media, sharing)
    },
  }),
  operation({
    id: 'reviews.bulk_update',
    http: 'POST /reviews/bulk-update',
    tenancy: 'store',
    doc: {
      summary: 'Update several reviews',
      description:
        'Up to 250 rows. The allowed part of each row is applied. The status is always 200: read the counts.',
    },
    tool: 'bulk_update_reviews',
    input: {
      body: withExample(BulkUpdate, {
        updates: [
          { id: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01', status: 'approved' },
          { id: '019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c02', status: 'spam' },
        ],
      }),
    },
    output: { body: BulkReport },
    run: ({ tx, audit, caller, body, services }) =>
      updateReviews(tx, audit, body, { by: nameOfCaller(caller), sharing: toSharing(services.config) }),
  }),
]
