import type { Format } from './format.ts'

export const okendoImport: Format = {
  name: 'okendo',
  label: 'Okendo import template',
  source: 'okendo',
  required: ['name', 'body', 'rating', 'datecreated'],
  anyColumn: ['productid', 'handle', 'sku'],
  fields: {
    rating: ['rating'],
    title: ['title'],
    body: ['body'],
    author: ['name'],
    email: ['email'],
    createdAt: ['datecreated'],
    status: ['status', 'isapproved'],
    verified: ['isverifiedbuyer'],
    incentivized: ['isincentivized'],
    photos: ['imageurls'],
    reply: ['reply'],
    repliedAt: ['replydatecreated'],
    replyIsPublic: ['replyispublic'],
    replyIsPrivate: ['replyisprivate'],
    productId: ['productid'],
    handle: ['handle'],
    sku: ['sku'],
    country: ['countrycode'],
  },
  ignored: ['isrecommended', 'rejectedimageurls', 'videourls', 'variantid'],
}

/** CSV with plain labels and JSON Lines with a nested `reviewer` normalise to the same columns. */
export const okendoExport: Format = {
  name: 'okendo_export',
  label: 'Okendo export',
  source: 'okendo',
  required: ['reviewid', 'productid', 'rating', 'body', 'reviewername', 'datecreated'],
  fields: {
    externalId: ['reviewid'],
    rating: ['rating'],
    title: ['title'],
    body: ['body'],
    author: ['reviewername'],
    email: ['revieweremail'],
    createdAt: ['datecreated'],
    status: ['status'],
    verified: ['isverifiedbuyer'],
    productId: ['productid'],
  },
  ignored: ['productname'],
}
