import { operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { readHistory } from './commands.ts'
import { ReviewHistory } from './schema.ts'

export default [
  operation({
    id: 'reviews.get_history',
    http: 'GET /reviews/:id/history',
    tenancy: 'store',
    summary: 'Read who did what about a review, newest first.',
    description:
      'How it came in, every decision with its reason, edits, removed photos, replies, reports that were resolved, and appeals. Names of people are for signed-in users; keys and tokens get the role.',
    params: byId,
    returns: ReviewHistory,
    run: async ({ tx, params }) => ({ acts: await readHistory(tx, params.id) }),
  }),
]
