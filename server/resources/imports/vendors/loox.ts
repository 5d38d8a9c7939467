import { plainColumns } from './fields.ts'
import type { Format } from './format.ts'

/**
 * Covers the current template (`product_Id`), the older template without that column, and files of AliExpress scrapers,
 * which have a title.
 */
export const looxImport: Format = {
  name: 'loox',
  label: 'Loox import template',
  source: 'loox',
  required: ['producthandle', 'rating', 'author', 'email', 'body', 'createdat'],
  fields: {
    ...plainColumns,
    productId: ['productid'],
    handle: ['producthandle'],
    photos: ['photourl'],
    reply: ['reply'],
    repliedAt: ['repliedat'],
    verified: ['verifiedpurchase'],
    incentivized: ['incentivized'],
  },
  allowsEmptyBody: true,
}

export const looxExport: Format = {
  name: 'loox_export',
  label: 'Loox export',
  source: 'loox',
  required: ['id', 'rating', 'review', 'date'],
  anyColumn: ['nickname', 'fullname'],
  fields: {
    externalId: ['id'],
    rating: ['rating'],
    body: ['review'],
    // The nickname is the customer's public name; the full name was only for the shop.
    author: ['nickname', 'fullname'],
    email: ['email'],
    createdAt: ['date'],
    status: ['status'],
    productId: ['productid'],
    handle: ['handle'],
    photos: ['img'],
    verified: ['verifiedpurchase'],
  },
  ignored: ['variant'],
  statusWords: { active: 'approved', inactive: 'rejected' },
  allowsEmptyBody: true,
}
