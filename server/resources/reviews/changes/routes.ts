import { operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { readHistory } from './commands.ts'
import { toSharing } from './copy-fragments.ts'
import { ReviewHistory } from './schema.ts'

export default [
  operation({
    id: 'reviews.get_history',
    http: 'GET /reviews/:id/history',
    tenancy: 'store',
    doc: {
      summary: 'List the history of a review',
      description:
        'Newest first: submission, decisions with reasons, edits, removed photos, replies, resolved reports and appeals. Signed-in users see names; keys and tokens see roles.',
    },
    input: { params: byId },
    output: { body: ReviewHistory },
    run: async ({ tx, params, services }) => ({ acts: await readHistory(tx, params.id, toSharing(services.config)) }),
  }),
]
