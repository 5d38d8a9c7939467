import { operation } from '#platform/calls/operation.ts'
import { explainRefusal, findPushedIds, refusalAmong } from '#platform/calls/product-lookup.ts'
import { orNotFound } from '#platform/values/errors.ts'
import { inSlices } from '#platform/values/slices.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { retireProduct, upsertProducts } from './commands.ts'
import coverage from './coverage/routes.ts'
import pictures from './pictures/routes.ts'
import reviewFeed from './review-feed/routes.ts'
import { requiringMeaning } from './rules.ts'
import {
  ByPlatformId,
  ProductChange,
  ProductFilters,
  ProductPage,
  ProductWithVariants,
  productFigures,
  UpsertBody,
  UpsertResult,
} from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'products.upsert',
    http: 'PUT /products',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Push products',
      description:
        'Up to 250 products. A row replaces the stored product with its `platformProductId`: omitted or null fields are cleared. Our own data, such as `requestsExcluded`, stays. A variant missing from the row is retired; one that returns keeps its id. An equal row counts as `unchanged`.\n\nOne invalid row refuses the whole request. Valid rows are processed one by one, with status 200. Failed ones are in `errors`: `duplicate_in_request` (the first row counts), `duplicate_variant` (twice in the row, or on sale under another product) or `storage_error`.',
    },
    input: {
      body: withExample(UpsertBody, [
        {
          platformProductId: 'tee-01',
          title: 'Linen tee',
          url: 'https://shop.acme.example/products/tee',
          brand: 'Acme',
          variants: [
            { platformVariantId: 'tee-01-s', title: 'S', gtin: '4006381333931' },
            { platformVariantId: 'tee-01-m', title: 'M', sku: 'TEE-M', mpn: 'LT-M' },
          ],
        },
      ]),
    },
    output: { body: UpsertResult },
    async run({ tx, body }) {
      await inSlices(requiringMeaning(body))
      return upsertProducts(tx, body)
    },
  }),
  operation({
    id: 'products.list',
    http: 'GET /products',
    tenancy: 'store',
    doc: {
      summary: 'List products',
      description: "Returns the store's products, newest first by default, one page at a time.",
    },
    tool: 'list_products',
    input: { query: ProductFilters, searchingSorts: productFigures },
    output: { body: ProductPage },
    transaction: 'single-query',
    run({ tx, query }) {
      const figure = productFigures.find((each) => each === query.sort)
      return figure ? store.listByFigure(tx, query, figure) : store.list(tx, query)
    },
  }),
  ...coverage,
  ...reviewFeed,
  ...pictures,
  operation({
    id: 'products.get_by_platform_id',
    http: 'GET /products/by-platform-id/:platformProductId',
    tenancy: 'store',
    doc: { summary: 'Get a product by its id in the shop', description: 'Percent-encode the id.' },
    input: { params: ByPlatformId },
    output: { body: ProductWithVariants, errors: ['product_id_mangled'] },
    transaction: 'single-query',
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
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Archive a product by its id in the shop',
      description:
        'Percent-encode the id. The product is archived and its variants are retired. Reviews stay. A later push restores the product and the variants in it.',
    },
    input: { params: ByPlatformId },
    output: { errors: ['product_id_mangled'] },
    async run({ tx, params: { platformProductId } }) {
      const pushed = (await findPushedIds(tx, [platformProductId])).get(platformProductId)
      if (pushed === undefined || !(await retireProduct(tx, pushed))) throw await explainRefusal(tx, platformProductId)
      return undefined
    },
  }),
  operation({
    id: 'products.get',
    http: 'GET /products/:id',
    tenancy: 'store',
    doc: { summary: 'Get a product', description: 'Returns one product with its variants and its rating.' },
    tool: 'get_product',
    input: { params: byId },
    output: { body: ProductWithVariants },
    transaction: 'single-query',
    run: async ({ tx, params }) => orNotFound(await store.find(tx, params.id), 'product', params.id),
  }),
  operation({
    id: 'products.update',
    http: 'PATCH /products/:id',
    tenancy: 'store',
    doc: {
      summary: 'Exclude a product from review requests',
      description: 'The call can also include the product again. A later push keeps the setting.',
    },
    tool: 'update_product',
    input: { params: byId, body: withExample(ProductChange, { requestsExcluded: true }) },
    output: { body: ProductWithVariants },
    async run({ tx, params, body }) {
      await store.setRequestsExcluded(tx, params.id, body.requestsExcluded)
      return orNotFound(await store.find(tx, params.id), 'product', params.id)
    },
  }),
]
