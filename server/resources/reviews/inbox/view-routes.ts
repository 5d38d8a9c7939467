import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { changeView, createView, deleteView } from './view-commands.ts'
import { NewReviewView, ReviewView, ReviewViewChanges, ReviewViewPage, ReviewViewQuery } from './view-schema.ts'
import * as store from './view-store.ts'

/** Views belong to people, including Viewers. Keys and tokens have no views. */
const ofOneself = { tenancy: 'store', access: { role: 'VIEWER', session: true, personal: true } } as const

export default [
  operation({
    id: 'reviews.list_views',
    http: 'GET /reviews/views',
    ...ofOneself,
    doc: {
      chapter: 'review-inbox',
      summary: 'List saved views, newest first',
      description: "Returns the saved filters of the caller's review list, newest first, one page at a time.",
    },
    input: { query: ReviewViewQuery },
    output: { body: ReviewViewPage },
    run: ({ tx, caller, query }) => store.list(tx, caller.id, query),
  }),
  operation({
    id: 'reviews.create_view',
    http: 'POST /reviews/views',
    ...ofOneself,
    doc: {
      chapter: 'review-inbox',
      summary: 'Save a view',
      description: 'A view is a named filter of the review list, for you and this store only. You can have 20.',
    },
    input: {
      body: withExample(NewReviewView, {
        name: 'Low ratings',
        filter: { status: 'pending', rating: 1 },
        isDefault: true,
      }),
    },
    output: { body: ReviewView, status: 201, location: '/reviews/views', errors: ['limit_reached'] },
    run: ({ tx, caller, body }) => createView(tx, caller.id, body),
  }),
  operation({
    id: 'reviews.update_view',
    http: 'PATCH /reviews/views/:id',
    ...ofOneself,
    doc: {
      chapter: 'review-inbox',
      summary: 'Update a saved view',
      description: 'Omitted fields keep their values; `filter` is replaced as a whole.',
    },
    input: { params: byId, body: withExample(ReviewViewChanges, { name: 'One star, not decided' }) },
    output: { body: ReviewView },
    run: ({ tx, caller, params, body }) => changeView(tx, caller.id, params.id, body),
  }),
  operation({
    id: 'reviews.delete_view',
    http: 'DELETE /reviews/views/:id',
    ...ofOneself,
    doc: {
      chapter: 'review-inbox',
      summary: 'Delete a saved view',
      description: 'Deletes a saved view of the caller. Reviews stay as they are.',
    },
    input: { params: byId },
    async run({ tx, caller, params }) {
      await deleteView(tx, caller.id, params.id)
      return undefined
    },
  }),
]
