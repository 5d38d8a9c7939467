import { defineLink } from '@medusajs/framework/utils'
import ProductModule from '@medusajs/medusa/product'
import EvidentModule from '../modules/evident/index.ts'

export default defineLink(
  { linkable: ProductModule.linkable.product, field: 'id' },
  { ...EvidentModule.linkable.evidentRating.id, primaryKey: 'product_id' },
  { readOnly: true },
)
