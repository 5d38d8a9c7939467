import { Type } from 'typebox'
import { described, Id, Nullable } from '#platform/values/wire.ts'

export const maxPicturesAtOnce = 100

export const picturesQuery = Type.Object({
  ids: Type.Array(Id, {
    minItems: 1,
    maxItems: maxPicturesAtOnce,
    description: `Ids of products, separated by commas. At most ${maxPicturesAtOnce}. Ids that are not of this store are left out.`,
  }),
})

export const ProductPicture = Type.Object(
  {
    productId: described(Id, 'Id of the product.'),
    url: Nullable(
      Type.String({
        description:
          'Address of a square thumbnail of 160 × 160 pixels. It expires at the end of the next day. Null while there is no thumbnail.',
        examples: ['https://reviews.acme.example/media/catalogue/9f50.thumb.webp'],
      }),
    ),
    pending: Type.Boolean({
      description: 'Whether we are still fetching the picture from the shop. Ask again after some seconds.',
    }),
  },
  { title: 'ProductPicture' },
)

export const ProductPictures = Type.Object(
  { data: Type.Array(ProductPicture, { description: 'Pictures of the products, in no order.' }) },
  { title: 'ProductPictures' },
)
