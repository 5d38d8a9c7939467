import { operation } from '#platform/calls/operation.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { deleteCategory, upsertCategories } from './commands.ts'
import { Category, CategoryChange, CategoryFilters, CategoryPage, UpsertBody, UpsertResult } from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'categories.upsert',
    http: 'PUT /categories',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Push categories',
      description:
        'Up to 250 categories. A row replaces the stored category that has its `platformCategoryId`: omitted or null fields, including `products`, are cleared. Products stay in categories that their own rows name, and `requestsExcluded` keeps its value. An equal row counts as `unchanged`.\n\nA category known only from products gets the `platformCategoryId` of the row with its name. The next sync of the shop restores categories of the connected shop.\n\nOne invalid row refuses the whole request. Valid rows are processed one by one, with status 200. Failed ones are in `errors`: `duplicate_in_request` (the first row counts) or `storage_error`.',
    },
    input: {
      body: withExample(UpsertBody, [
        { platformCategoryId: '10', name: 'Home', handle: 'home' },
        {
          platformCategoryId: '11',
          name: 'Kitchen',
          handle: 'kitchen',
          parentPlatformCategoryId: '10',
          products: ['mug-01', 'bowl-02'],
        },
      ]),
    },
    output: { body: UpsertResult },
    run: ({ tx, body }) => upsertCategories(tx, body),
  }),
  operation({
    id: 'categories.list',
    http: 'GET /categories',
    tenancy: 'store',
    doc: {
      summary: 'List categories, newest first',
      description: "Returns the store's categories, newest first, one page at a time.",
    },
    tool: 'list_categories',
    input: { query: CategoryFilters },
    output: { body: CategoryPage },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'categories.get',
    http: 'GET /categories/:id',
    tenancy: 'store',
    doc: { summary: 'Get a category', description: 'Returns one category with its number of products.' },
    input: { params: byId },
    output: { body: Category },
    transaction: 'single-query',
    run: async ({ tx, params }) => orNotFound(await store.find(tx, params.id), 'category', params.id),
  }),
  operation({
    id: 'categories.update',
    http: 'PATCH /categories/:id',
    tenancy: 'store',
    doc: {
      summary: 'Exclude a category from review requests',
      description:
        'Use `false` to include the category again. The setting is checked when a request is due. A product is excluded if it, or one of its categories, is excluded.',
    },
    input: { params: byId, body: withExample(CategoryChange, { requestsExcluded: true }) },
    output: { body: Category },
    async run({ tx, params, body }) {
      await store.setRequestsExcluded(tx, params.id, body.requestsExcluded)
      return orNotFound(await store.find(tx, params.id), 'category', params.id)
    },
  }),
  operation({
    id: 'categories.delete',
    http: 'DELETE /categories/:id',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Delete a pushed category',
      description:
        'Products and reviews stay. A category of the connected shop gets 409: the first complete sync that does not find it deletes it. If a product names the category, its next changed push creates the category again.',
    },
    input: { params: byId },
    async run({ tx, params }) {
      await deleteCategory(tx, params.id)
      return undefined
    },
  }),
]
