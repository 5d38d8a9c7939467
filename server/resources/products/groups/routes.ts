import { operation } from '#platform/calls/operation.ts'
import { withoutStarWords } from '#platform/limits/star-words.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { changeGroup, changeSettings, createGroup, deleteGroup, readSettings, requireGroup } from './commands.ts'
import {
  GroupSettings,
  GroupSettingsChange,
  NewProductGroup,
  ProductGroup,
  ProductGroupChange,
  ProductGroupFilters,
  ProductGroupPage,
} from './schema.ts'
import * as store from './store.ts'

const written = { tenancy: 'store', access: { role: 'ADMIN' } } as const

const exampleIds = ['019a9f4f-8d11-7c20-b1a4-2f6b8f0c1d02', '019a9f4f-8d11-7c20-b1a4-2f6b8f0c1d03']

export default [
  operation({
    id: 'products.list_groups',
    http: 'GET /products/groups',
    tenancy: 'store',
    doc: {
      summary: 'List product groups, newest first',
      description:
        'With `pool=group`, shoppers can see reviews of all products of a group. A product has at most one group: a manual one, else that of its `groupKey`, else that of its GTINs. A group has 2 to 200 products.',
    },
    input: { query: ProductGroupFilters },
    output: { body: ProductGroupPage },
    transaction: 'single-query',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  operation({
    id: 'products.create_group',
    http: 'POST /products/groups',
    ...written,
    doc: {
      summary: 'Create a product group',
      description:
        'The products leave their derived groups. A product that is in another manual group gets 409 `already_grouped`. Group products only if shoppers regard them as one, such as the colours of one mug: reviews of a different product mislead.',
    },
    input: { body: withExample(NewProductGroup, { name: 'Stoneware mug', productIds: exampleIds }) },
    output: {
      body: ProductGroup,
      status: 201,
      location: '/products/groups/{id}',
      errors: ['already_grouped', 'conflict', 'not_found'],
    },
    run: ({ tx, audit, body }) => createGroup(tx, audit, withoutStarWords(body)),
  }),
  operation({
    id: 'products.get_group_settings',
    http: 'GET /products/groups/settings',
    tenancy: 'store',
    doc: {
      summary: 'Get the settings of product groups',
      description: 'Returns which product data forms groups automatically.',
    },
    output: { body: GroupSettings },
    run: ({ tx }) => readSettings(tx),
  }),
  operation({
    id: 'products.update_group_settings',
    http: 'PUT /products/groups/settings',
    ...written,
    doc: {
      summary: 'Update the settings of product groups',
      description:
        'Omitted fields keep their values. Groups are derived again before the response. GTINs with 8, 12, 13 and 14 digits are compared with leading zeros.',
    },
    input: { body: withExample(GroupSettingsChange, { byGtin: true }) },
    output: { body: GroupSettings },
    run: ({ tx, audit, body }) => changeSettings(tx, audit, withoutStarWords(body)),
  }),
  operation({
    id: 'products.get_group',
    http: 'GET /products/groups/:id',
    tenancy: 'store',
    doc: { summary: 'Get a product group', description: 'Returns one product group with the ids of its products.' },
    input: { params: byId },
    output: { body: ProductGroup },
    run: ({ tx, params }) => requireGroup(tx, params.id),
  }),
  operation({
    id: 'products.update_group',
    http: 'PATCH /products/groups/:id',
    ...written,
    doc: {
      summary: 'Update a product group',
      description:
        'Omitted fields keep their values. `productIds` replaces all products of the group. A derived group gets 409 `conflict`: change its products instead.',
    },
    input: { params: byId, body: withExample(ProductGroupChange, { name: 'Stoneware mug, all colours' }) },
    output: { body: ProductGroup, errors: ['already_grouped', 'conflict'] },
    run: ({ tx, audit, params, body }) => changeGroup(tx, audit, params.id, withoutStarWords(body)),
  }),
  operation({
    id: 'products.delete_group',
    http: 'DELETE /products/groups/:id',
    ...written,
    doc: {
      summary: 'Delete a product group',
      description:
        'Products and reviews stay. The products join the groups that their group keys or GTINs give them. A derived group gets 409 `conflict`.',
    },
    input: { params: byId },
    output: { errors: ['conflict'] },
    async run({ tx, audit, params }) {
      await deleteGroup(tx, audit, params.id)
      return undefined
    },
  }),
]
