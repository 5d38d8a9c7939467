import { plainColumns } from './fields.ts'
import type { Format } from './format.ts'

export const opinew: Format = {
  name: 'opinew',
  label: 'Opinew',
  source: 'opinew',
  required: ['body', 'rating', 'reviewdate', 'state', 'reviewername'],
  anyColumn: ['sku', 'barcode', 'region'],
  fields: {
    rating: ['rating'],
    title: ['title'],
    body: ['body'],
    author: ['reviewername'],
    email: ['revieweremail'],
    createdAt: ['reviewdate'],
    status: ['state'],
    productId: ['productid'],
    handle: ['producthandle'],
    sku: ['sku'],
    gtin: ['barcode'],
    photos: ['pictureurls'],
    reply: ['reply'],
    repliedAt: ['replydate'],
  },
  ignored: ['region'],
}

export const kudobuzz: Format = {
  name: 'kudobuzz',
  label: 'Kudobuzz',
  source: 'kudobuzz',
  required: ['reviewername', 'reviewmessage', 'productid', 'reviewscore', 'createdat'],
  fields: {
    rating: ['reviewscore'],
    title: ['reviewtitle'],
    body: ['reviewmessage'],
    author: ['reviewername'],
    email: ['revieweremail'],
    createdAt: ['createdat'],
    status: ['published'],
    verified: ['verified'],
    productId: ['productid'],
  },
  // The column contains the reviewer's portrait, not a photo of the product.
  ignored: ['reviewerimage'],
}

export const powerReviews: Format = {
  name: 'powerreviews',
  label: 'PowerReviews',
  source: 'powerreviews',
  required: ['reviewid', 'pageid', 'reviewtext', 'rating', 'reviewdate'],
  fields: {
    externalId: ['reviewid'],
    rating: ['rating'],
    title: ['reviewtitle', 'reviewheadline'],
    body: ['reviewtext'],
    author: ['reviewnickname', 'nickname', 'reviewername'],
    email: ['revieweremail', 'email'],
    createdAt: ['reviewdate'],
    status: ['reviewstatus'],
    verified: ['verifiedbuyer'],
    productId: ['pageid'],
  },
  ignored: ['reviewdisplay', 'reviewlocation'],
  dateOrder: 'mdy',
}

export const stamped: Format = {
  name: 'stamped',
  label: 'Stamped',
  source: 'stamped',
  required: ['productid', 'producttitle', 'rating', 'author', 'body', 'createdat'],
  anyColumn: ['producturl', 'productimageurl'],
  fields: {
    ...plainColumns,
    productId: ['productid'],
    handle: ['producthandle'],
    sku: ['productsku'],
    productUrl: ['producturl'],
    photos: ['photos', 'photourl', 'photourls', 'imageurls'],
    status: ['published', 'state'],
    verified: ['verified', 'verifiedpurchase'],
    reply: ['reply'],
    repliedAt: ['repliedat', 'replydate'],
    country: ['countrycode', 'country'],
  },
  ignored: ['producttitle', 'productimageurl', 'videos', 'videourl'],
  dateOrder: 'mdy',
}

export const echoBrain: Format = {
  name: 'echobrain',
  label: 'EchoBrain',
  source: 'echobrain',
  required: ['id', 'identifier', 'comment', 'rating', 'createdat'],
  anyColumn: ['domain', 'publish', 'likes'],
  fields: {
    externalId: ['id'],
    rating: ['rating'],
    body: ['comment'],
    author: ['name'],
    email: ['email'],
    createdAt: ['createdat'],
    status: ['publish'],
    verified: ['verified'],
    photos: ['images'],
    reply: ['reply'],
    // Some shops use this column as an id and others as a handle, so both are tried.
    productId: ['identifier'],
    handle: ['identifier'],
    orderReference: ['order'],
  },
  ignored: ['domain', 'likes', 'tags', 'updatedat'],
}
