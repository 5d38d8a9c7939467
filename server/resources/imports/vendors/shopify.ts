import { plainColumns } from './fields.ts'
import type { Format } from './format.ts'

export const shopifyProductReviews: Format = {
  name: 'shopify_product_reviews',
  label: 'Shopify Product Reviews',
  source: 'shopify_product_reviews',
  required: ['producthandle', 'state', 'rating', 'author', 'body', 'createdat'],
  fields: {
    ...plainColumns,
    status: ['state'],
    handle: ['producthandle'],
    photos: ['imageurl'],
    reply: ['reply'],
    repliedAt: ['repliedat'],
  },
  // Free text: `CA` may be Canada or California.
  ignored: ['location'],
}
