import { operation } from '#platform/calls/operation.ts'
import { findPushedIds, refusalAmong, refusalOf } from '#platform/calls/product-lookup.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { inSlices } from '#platform/values/slices.ts'
import { byId } from '#platform/values/wire.ts'
import { retireProduct, upsertProducts } from './commands.ts'
import coverage from './coverage/routes.ts'
import reviewFeed from './review-feed/routes.ts'
import { requiringMeaning } from './rules.ts'
import {
  ByPlatformId,
  ProductChange,
  ProductFilters,
  ProductPage,
  ProductWithVariants,
  UpsertBody,
  UpsertResult,
} from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'products.upsert',
    http: 'PUT /products',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Push whole products, at most 250 at a time.',
    description: `A row replaces what is stored under its \`platformProductId\`; it never merges: a field that is left out or null is cleared. What the service itself keeps (\`requestsExcluded\`) survives. A variant that is not in the row is retired, not deleted; one that returns is live again, under the same id. Sending the same again writes nothing and counts as \`unchanged\`.

One row that does not fit refuses the whole request, and nothing is written. Rows that fit are processed one by one; those that fail are in \`errors\`, and the status stays 200: \`duplicate_in_request\` (the same id twice; the first row counts), \`duplicate_variant\` (a variant is twice in the row, or live on another product that does not give it up in the same request) and \`storage_error\`.`,
    body: UpsertBody,
    returns: UpsertResult,
    async run({ tx, body }) {
      await inSlices(requiringMeaning(body))
      return upsertProducts(tx, body)
    },
  }),
  operation({
    id: 'products.list',
    http: 'GET /products',
    tenancy: 'store',
    summary: 'List products, newest first.',
    query: ProductFilters,
    returns: ProductPage,
    oneQuery: true,
    tool: 'list_products',
    run: ({ tx, query }) => store.list(tx, query),
  }),
  ...coverage,
  ...reviewFeed,
  operation({
    id: 'products.get_by_platform_id',
    http: 'GET /products/by-platform-id/:platformProductId',
    tenancy: 'store',
    summary: 'Get a product by the identifier it was pushed under.',
    description: 'Percent-encode the identifier.',
    params: ByPlatformId,
    returns: ProductWithVariants,
    oneQuery: true,
    errors: ['product_id_mangled'],
    run: async ({ tx, params: { platformProductId } }) => {
      const [product, another] = await store.listByPlatformId(tx, platformProductId)
      if (product && !another) return product
      throw refusalAmong(
        platformProductId,
        [product, another].flatMap((each) => each?.platformProductId ?? []),
      )
    },
  }),
  operation({
    id: 'products.retire_by_platform_id',
    http: 'DELETE /products/by-platform-id/:platformProductId',
    tenancy: 'store',
    role: 'ADMIN',
    summary: 'Take a product off sale: it is archived and its variants are retired.',
    description:
      'Percent-encode the identifier. Nothing is lost: its reviews stay, under the same id, and a later push of the product brings it and the variants of that push back.',
    params: ByPlatformId,
    errors: ['product_id_mangled'],
    async run({ tx, params: { platformProductId } }) {
      const pushed = (await findPushedIds(tx, [platformProductId])).get(platformProductId)
      if (pushed === undefined || !(await retireProduct(tx, pushed))) throw await refusalOf(tx, platformProductId)
      return undefined
    },
  }),
  operation({
    id: 'products.get',
    http: 'GET /products/:id',
    tenancy: 'store',
    summary: 'Get a product with its variants and rating.',
    params: byId,
    returns: ProductWithVariants,
    oneQuery: true,
    tool: 'get_product',
    run: async ({ tx, params }) => orNotFound(await store.find(tx, params.id), 'product', params.id),
  }),
  operation({
    id: 'products.update',
    http: 'PATCH /products/:id',
    tenancy: 'store',
    summary: 'Exclude a product from review requests, or include it again.',
    description: 'A later push of the product keeps this.',
    params: byId,
    body: ProductChange,
    returns: ProductWithVariants,
    tool: 'update_product',
    async run({ tx, params, body }) {
      await store.setRequestsExcluded(tx, params.id, body.requestsExcluded)
      return orNotFound(await store.find(tx, params.id), 'product', params.id)
    },
  }),
]
