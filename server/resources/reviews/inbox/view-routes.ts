import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { changeView, createView, removeView } from './view-commands.ts'
import { NewReviewView, ReviewView, ReviewViewChanges, ReviewViewPage, ReviewViewQuery } from './view-schema.ts'
import * as store from './view-store.ts'

/** Views belong to people, Viewers included; keys and tokens have none. */
const ofOneself = { tenancy: 'store', role: 'VIEWER', session: true, personal: true } as const

export default [
  operation({
    ...ofOneself,
    id: 'reviews.list_views',
    http: 'GET /reviews/views',
    summary: 'List saved views, newest first',
    query: ReviewViewQuery,
    returns: ReviewViewPage,
    run: ({ tx, caller, query }) => store.list(tx, caller.id, query),
  }),
  operation({
    ...ofOneself,
    id: 'reviews.create_view',
    http: 'POST /reviews/views',
    summary: 'Save a view',
    description: 'A view is a named filter of the review list, for you and this store only. You can have 20.',
    body: withExample(NewReviewView, {
      name: 'Low ratings',
      filter: { status: 'pending', rating: 1 },
      isDefault: true,
    }),
    returns: ReviewView,
    status: 201,
    location: '/reviews/views',
    errors: ['limit_reached'],
    run: ({ tx, caller, body }) => createView(tx, caller.id, body),
  }),
  operation({
    ...ofOneself,
    id: 'reviews.update_view',
    http: 'PATCH /reviews/views/:id',
    summary: 'Update a saved view',
    description: 'Omitted fields stay; `filter` is replaced as a whole.',
    params: byId,
    body: withExample(ReviewViewChanges, { name: 'One star, not decided' }),
    returns: ReviewView,
    run: ({ tx, caller, params, body }) => changeView(tx, caller.id, params.id, body),
  }),
  operation({
    ...ofOneself,
    id: 'reviews.delete_view',
    http: 'DELETE /reviews/views/:id',
    summary: 'Delete a saved view',
    params: byId,
    async run({ tx, caller, params }) {
      await removeView(tx, caller.id, params.id)
      return undefined
    },
  }),
]
