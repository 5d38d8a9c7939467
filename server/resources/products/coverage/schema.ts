import { Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { described, Id, Nullable, OneOf } from '#platform/values/wire.ts'
import { gtinProblems } from '../schema.ts'

const Count = (description: string) => Type.Integer({ description })

export const IdentifierCoverage = Type.Object(
  {
    skus: Count('Number of variants on sale whose product has reviews.'),
    withGtin: Count('Number of these variants with a valid GTIN.'),
    withMpn: Count('Number of these variants with a manufacturer part number.'),
    withBrand: Count('Number of these variants with a brand.'),
    withGtinOrMpnAndBrand: Count(
      'Number of these variants that shopping engines can match: a valid GTIN, or part number plus brand.',
    ),
    withNone: Count('Number of these variants that have no valid GTIN, no part number and no brand.'),
    invalidGtin: Count('Number of these variants with an invalid GTIN.'),
    reviewsOnLiveProducts: Count('Number of approved reviews of products on sale.'),
    reviewsOnRetiredProducts: Count(
      'Number of approved reviews of products that are inactive or have no variant on sale.',
    ),
  },
  { title: 'IdentifierCoverage' },
)

const Gap = Type.Object(
  {
    product: Type.Object(
      {
        id: described(Id, 'Id of the product.'),
        platformProductId: Type.String({ description: 'Id of the product in the shop.', examples: ['mug-01'] }),
        title: Nullable(
          Type.String({ description: 'Title of the product. Null if unknown.', examples: ['Stoneware mug'] }),
        ),
        url: Nullable(
          Type.String({
            description: 'Address of the product page in the shop. Null if unknown.',
            examples: ['https://shop.acme.example/products/mug'],
          }),
        ),
        imageUrl: Nullable(
          Type.String({
            description: 'Address of a picture of the product. Null without one.',
            examples: ['https://shop.acme.example/images/mug.jpg'],
          }),
        ),
      },
      { title: 'ReviewedProduct' },
    ),
    reviewCount: Type.Integer({ description: 'Number of approved reviews.' }),
    variants: Type.Array(
      Type.Object(
        {
          id: described(Id, 'Id of the variant, a UUIDv7.'),
          platformVariantId: Type.String({ description: 'Id of the variant in the shop.', examples: ['mug-01-blue'] }),
          title: Nullable(
            Type.String({
              description: 'Title of the variant, such as its size. Null without one.',
              examples: ['Blue'],
            }),
          ),
          sku: Nullable(
            Type.String({ description: 'Stock keeping unit of the variant. Null if unknown.', examples: ['MUG-01'] }),
          ),
          gtin: Nullable(
            Type.String({ description: 'GTIN as sent. Null if the variant has none.', examples: ['4006381333931'] }),
          ),
          gtinProblem: OneOf(gtinProblems, {
            description:
              'Problem of the GTIN. `invalid`: wrong length or check digit. `restricted`: a prefix for shop-internal use or coupons, such as 02, 04, 05, 2, 980–984 and 99.',
          }),
          missing: Type.Array(OneOf(['gtin', 'mpn', 'brand']), { description: 'Identifiers that the variant lacks.' }),
        },
        { title: 'VariantGap' },
      ),
      { description: 'Variants on sale that lack identifiers.' },
    ),
  },
  { title: 'IdentifierGap' },
)

export const GapPage = page(Gap)
export const GapQuery = pageQuery({})
