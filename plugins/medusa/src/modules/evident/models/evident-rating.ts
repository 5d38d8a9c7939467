import { model } from '@medusajs/framework/utils'

/** The response of `GET /storefront/summary` for a product. */
export const EvidentRating = model.define('evident_rating', {
  id: model.id({ prefix: 'evr' }).primaryKey(),
  product_id: model.text().unique(),
  average: model.float().nullable(),
  count: model.number(),
  by_star: model.json(),
})
