import { Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { Id, Nullable, OneOf } from '#platform/values/wire.ts'
import { gtinProblems } from '../schema.ts'

const Count = (description: string) => Type.Integer({ description })

export const IdentifierCoverage = Type.Object(
  {
    skus: Count('Live variants of reviewed products that are still sold.'),
    withGtin: Count('Those with a GTIN whose check digit is right.'),
    withMpn: Count('Those with an MPN.'),
    withBrand: Count('Those with a brand.'),
    withGtinOrMpnAndBrand: Count('Those a shopping engine can match: a valid GTIN, or an MPN together with a brand.'),
    withNone: Count('Those without a valid GTIN, MPN and brand.'),
    invalidGtin: Count('Those with a GTIN that is none.'),
    reviewsOnLiveProducts: Count('Approved reviews of products that are still sold.'),
    reviewsOnRetiredProducts: Count(
      'Approved reviews of products that are not: not active, or without a live variant.',
    ),
  },
  { title: 'IdentifierCoverage' },
)

const Gap = Type.Object(
  {
    product: Type.Object(
      {
        id: Id,
        platformProductId: Type.String(),
        title: Nullable(Type.String()),
        url: Nullable(Type.String()),
        imageUrl: Nullable(Type.String()),
      },
      { title: 'ReviewedProduct' },
    ),
    reviewCount: Type.Integer({ description: 'Approved reviews.' }),
    variants: Type.Array(
      Type.Object(
        {
          id: Id,
          platformVariantId: Type.String(),
          title: Nullable(Type.String()),
          sku: Nullable(Type.String()),
          gtin: Nullable(Type.String({ description: 'The GTIN as it was sent, null where the variant has none.' })),
          gtinProblem: OneOf(gtinProblems, {
            description:
              '`missing`: no GTIN. `invalid`: its length or its check digit is wrong. `restricted`: its prefix is for use inside one shop or for coupons, such as 02, 04, 05, 2, 980–984 and 99.',
          }),
          missing: Type.Array(OneOf(['gtin', 'mpn', 'brand'])),
        },
        { title: 'VariantGap' },
      ),
      { description: 'Live variants that lack something.' },
    ),
  },
  { title: 'IdentifierGap' },
)

export const GapPage = page(Gap)
export const GapQuery = pageQuery({})
