import type { Format } from './format.ts'

const columns = {
  rating: ['rating'],
  title: ['title'],
  body: ['body'],
  author: ['reviewername'],
  email: ['revieweremail'],
  createdAt: ['reviewdate'],
  productId: ['productexternalid', 'productid'],
  handle: ['producthandle'],
  productUrl: ['producturl'],
  reply: ['reply'],
  repliedAt: ['replydate'],
  photos: ['pictureurls', 'pictures'],
  status: ['curated'],
}

export const judgeMe: Format = {
  name: 'judge_me',
  label: 'Judge.me import template',
  source: 'judge_me',
  required: ['body', 'rating', 'reviewdate', 'reviewername'],
  anyColumn: ['productid', 'productexternalid', 'producthandle', 'producturl'],
  fields: columns,
  dateOrder: 'dmy',
  statusWords: { ok: 'approved', notyet: 'pending', spam: 'spam' },
}

export const judgeMeExport: Format = {
  ...judgeMe,
  name: 'judge_me_export',
  label: 'Judge.me export',
  required: ['body', 'rating', 'reviewdate', 'reviewername', 'source', 'curated'],
  fields: { ...columns, country: ['location'] },
  // `source` distinguishes email, web and import; none of them proves a purchase.
  ignored: ['source', 'ipaddress', 'metaobjecthandle'],
  allowsEmptyBody: true,
}
