import { operation } from '#platform/calls/operation.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { byId } from '#platform/values/wire.ts'
import { removeCategory, upsertCategories } from './commands.ts'
import { Category, CategoryChange, CategoryFilters, CategoryPage, UpsertBody, UpsertResult } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'categories.upsert',
    http: 'PUT /categories',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Push whole categories, at most 250 at a time.',
    description: `A row replaces what was pushed under its \`platformCategoryId\`; it never merges: a field that is left out or null is cleared, \`products\` too. What products themselves name as their categories stays, and so does \`requestsExcluded\`. Sending the same again writes nothing and counts as \`unchanged\`.

A category that so far only products have named gets the id of the row with its name, and keeps its own. Of a category that the connected shop has, the next reading restores what the shop says.

One row that does not fit refuses the whole request, and nothing is written. Rows that fit are processed one by one; those that fail are in \`errors\`, and the status stays 200: \`duplicate_in_request\` (the same id twice; the first row counts) and \`storage_error\`.`,
    body: UpsertBody,
    returns: UpsertResult,
    run: ({ tx, body }) => upsertCategories(tx, body),
  }),
  operation({
    id: 'categories.list',
    http: 'GET /categories',
    tenancy: 'store',
    summary: 'List categories, newest first.',
    query: CategoryFilters,
    returns: CategoryPage,
    oneQuery: true,
    tool: 'list_categories',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'categories.get',
    http: 'GET /categories/:id',
    tenancy: 'store',
    summary: 'Get a category.',
    params: byId,
    returns: Category,
    oneQuery: true,
    run: async ({ tx, params }) => orNotFound(await store.find(tx, params.id), 'category', params.id),
  }),
  operation({
    id: 'categories.update',
    http: 'PATCH /categories/:id',
    tenancy: 'store',
    summary: 'Exclude the products of a category from review requests, or include them again.',
    description:
      'Looked at when a request is due: what is still scheduled follows the last word. A product stays excluded while it is so itself, or in another category that is.',
    params: byId,
    body: CategoryChange,
    returns: Category,
    async run({ tx, params, body }) {
      await store.setRequestsExcluded(tx, params.id, body.requestsExcluded)
      return orNotFound(await store.find(tx, params.id), 'category', params.id)
    },
  }),
  operation({
    id: 'categories.delete',
    http: 'DELETE /categories/:id',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Remove a category that was pushed.',
    description:
      'Its products stay, and so do their reviews. One that is read from the connected shop is 409: it goes with the first whole reading after it is gone there. A product that names it makes it anew when it is next pushed with a change.',
    params: byId,
    async run({ tx, params }) {
      await removeCategory(tx, params.id)
      return undefined
    },
  }),
]
