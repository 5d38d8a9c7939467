import { operation } from '#platform/calls/operation.ts'
import { page } from '#platform/calls/paging/page.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { list } from '../listing-store.ts'
import { requireSubject } from '../rules.ts'
import { Review, reviewListQuery } from '../schema.ts'
import { addNote, assign, deleteNote, readTeamwork } from './note-commands.ts'
import { AssigneeAnswer, AssigneeChange, byNote, NewReviewNote, ReviewNote, ReviewTeamwork } from './note-schema.ts'

/** Notes and assignees are for signed-in people. Keys, tokens and shoppers never read them. */
const ofTeam = { tenancy: 'store', access: { session: true } } as const

export default [
  operation({
    id: 'reviews.list_assigned',
    http: 'GET /reviews/assigned',
    ...ofTeam,
    doc: {
      chapter: 'review-inbox',
      summary: 'List the reviews assigned to you',
      description: 'Filters, search and sort orders are those of `GET /reviews`.',
    },
    input: { query: reviewListQuery },
    output: { body: page(Review) },
    run({ tx, caller, query, services }) {
      requireSubject(query)
      return list(tx, { ...query, assigneeId: caller.id }, services.media)
    },
  }),
  operation({
    id: 'reviews.get_teamwork',
    http: 'GET /reviews/:id/notes',
    ...ofTeam,
    doc: {
      chapter: 'review-inbox',
      summary: 'Get the notes and the assignee of a review',
      description: 'Internal. Only signed-in users read them.',
    },
    input: { params: byId },
    output: { body: ReviewTeamwork },
    run: ({ tx, caller, params }) => readTeamwork(tx, caller, params.id),
  }),
  operation({
    id: 'reviews.create_note',
    http: 'POST /reviews/:id/notes',
    ...ofTeam,
    doc: {
      chapter: 'review-inbox',
      summary: 'Add a note to a review',
      description: 'A review can have 100 notes. Customers never see them.',
    },
    input: { params: byId, body: withExample(NewReviewNote, { body: 'Asked the warehouse for the batch number.' }) },
    output: { body: ReviewNote, status: 201, location: '/reviews/{id}/notes', errors: ['limit_reached'] },
    run: ({ tx, caller, params, body }) => addNote(tx, caller, params.id, body.body),
  }),
  operation({
    id: 'reviews.delete_note',
    http: 'DELETE /reviews/:id/notes/:noteId',
    ...ofTeam,
    doc: {
      chapter: 'review-inbox',
      summary: 'Delete a note of a review',
      description: 'Members can delete only their own notes; another note gets 404. Admins can delete any note.',
    },
    input: { params: byNote },
    async run({ tx, caller, params }) {
      await deleteNote(tx, caller, params.id, params.noteId)
      return undefined
    },
  }),
  operation({
    id: 'reviews.assign',
    http: 'PUT /reviews/:id/assignee',
    ...ofTeam,
    doc: {
      chapter: 'review-inbox',
      summary: 'Assign a review to a member',
      description: 'Replaces the assignee. `GET /reviews/assigned` lists the reviews of the caller.',
    },
    input: { params: byId, body: withExample(AssigneeChange, { userId: null }) },
    output: { body: AssigneeAnswer, errors: ['limit_reached'] },
    run: async ({ tx, params, body }) => ({ assignee: await assign(tx, params.id, body.userId) }),
  }),
]
