// The aliases serve unknown formats; a known format names its own columns.

export type Field =
  | 'externalId'
  | 'parentId'
  | 'userId'
  | 'rating'
  | 'title'
  | 'body'
  | 'author'
  | 'email'
  | 'createdAt'
  | 'status'
  | 'verified'
  | 'incentivized'
  | 'incentive'
  | 'importedFrom'
  | 'photos'
  | 'reply'
  | 'replyIsPublic'
  | 'replyIsPrivate'
  | 'repliedAt'
  | 'productId'
  | 'handle'
  | 'sku'
  | 'gtin'
  | 'productUrl'
  | 'orderReference'
  | 'locale'
  | 'country'
  | 'attributes'
  | 'subject'

/** Normalised column names per field. The first non-empty column is used, but all photo columns are joined. */
export type FieldColumns = Partial<Record<Field, readonly string[]>>

export const productFields = ['gtin', 'productId', 'sku', 'handle', 'productUrl'] as const satisfies readonly Field[]

export const normaliseColumn = (name: string): string => name.toLowerCase().replace(/[\s_.\-\ufeff\u200b]/g, '')

export const plainColumns = {
  rating: ['rating'],
  title: ['title'],
  body: ['body'],
  author: ['author'],
  email: ['email'],
  createdAt: ['createdat'],
} satisfies FieldColumns

export const aliases = {
  externalId: ['reviewid', 'id'],
  rating: ['rating', 'reviewrating', 'reviewscore', 'score', 'star', 'stars', 'reviewerproductrating'],
  title: ['title', 'reviewtitle', 'headline', 'reviewheadline', 'heading', 'summary'],
  body: [
    'body',
    'review',
    'reviewbody',
    'reviewcontent',
    'content',
    'reviewmessage',
    'bodytext',
    'comment',
    'reviewtext',
    'reviewerreview',
    'description',
  ],
  author: [
    'author',
    'authorname',
    'reviewername',
    'reviewerdisplayname',
    'displayname',
    'nickname',
    'fullname',
    'customername',
    'name',
  ],
  email: ['email', 'revieweremail', 'authoremail', 'customeremail', 'commentauthoremail'],
  createdAt: ['submittedat', 'createdat', 'reviewdate', 'reviewcreationdate', 'datecreated', 'commentdate', 'date'],
  // All of these columns are read, not only the first non-empty one; see visibility.ts.
  status: ['status', 'reviewstatus', 'state', 'published', 'publish', 'curated', 'isapproved', 'commentapproved'],
  verified: ['verified', 'verifiedpurchase', 'isverifiedbuyer', 'verifiedbuyer'],
  incentivized: ['incentivized', 'isincentivized'],
  incentive: [],
  importedFrom: [],
  // Only known formats say that a review is about the shop.
  subject: [],
  photos: [
    'photos',
    'pictureurls',
    'photourl',
    'photourls',
    'imageurls',
    'img',
    'images',
    'publishedimageurl',
    'bodyurls',
    'pictures',
    'pictureurl',
    'photo',
    'media',
    'mediaurls',
    'reviewphotos',
    'reviewimages',
    'customerimages',
  ],
  reply: ['reply', 'replybody', 'reviewreply'],
  replyIsPublic: ['replyispublic', 'replypublic'],
  replyIsPrivate: ['replyisprivate', 'replyprivate', 'replyhidden', 'replyishidden'],
  repliedAt: ['repliedat', 'replyrepliedat', 'replydate', 'replydatecreated'],
  productId: [
    'productexternalid',
    'productid',
    'platformproductid',
    'productplatformproductid',
    'externalproductid',
    'pageid',
  ],
  handle: ['producthandle', 'handle'],
  sku: ['sku', 'productsku'],
  gtin: ['gtin', 'barcode', 'ean', 'upc', 'productupc', 'productisbn', 'productgtin'],
  productUrl: ['producturl'],
  orderReference: ['orderid', 'ordernumber'],
  locale: ['locale', 'language'],
  country: ['country', 'countrycode', 'reviewercountry', 'customercountry'],
} as const satisfies FieldColumns
