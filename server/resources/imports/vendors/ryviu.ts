import type { Format } from './format.ts'

export const ryviu: Format = {
  name: 'ryviu',
  label: 'Ryviu',
  source: 'ryviu',
  required: ['producthandle', 'rating', 'author', 'bodytext', 'createdat'],
  anyColumn: ['photourls', 'featured', 'status'],
  fields: {
    rating: ['rating'],
    title: ['title'],
    body: ['bodytext'],
    author: ['author'],
    email: ['email'],
    createdAt: ['createdat'],
    status: ['status'],
    handle: ['producthandle'],
    photos: ['photourls'],
  },
  ignored: ['featured'],
}

export const ryviuAliExpress: Format = {
  ...ryviu,
  name: 'ryviu_aliexpress',
  label: 'AliExpress export in Ryviu form',
  source: 'aliexpress',
  anyColumn: ['bodyurls'],
  fields: { ...ryviu.fields, photos: ['bodyurls'], country: ['countrycode'] },
  ignored: ['featured', 'avatar'],
  allowsEmptyBody: true,
}
