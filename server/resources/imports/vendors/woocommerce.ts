import type { Format } from './format.ts'

export const wooCommerce: Format = {
  name: 'woocommerce',
  label: 'WooCommerce',
  source: 'woocommerce',
  required: ['commentid', 'commentcontent', 'commentauthor', 'rating'],
  anyColumn: ['commentdate', 'commentdategmt'],
  fields: {
    externalId: ['commentid'],
    parentId: ['commentparent'],
    userId: ['userid'],
    rating: ['rating'],
    title: ['title'],
    body: ['commentcontent'],
    author: ['commentauthor'],
    email: ['commentauthoremail'],
    // `commentdate` uses the site's time zone, which the file does not state, so the GMT date comes first.
    createdAt: ['commentdategmt', 'commentdate'],
    status: ['commentapproved'],
    verified: ['verified'],
    productId: ['commentpostid'],
    sku: ['productsku'],
  },
  ignored: ['commentauthorurl', 'commentauthorip', 'commentagent', 'commenttype', 'commentkarma', 'producttitle'],
  statusWords: { trash: 'rejected', posttrashed: 'rejected' },
}
