import { Type } from 'typebox'
import { ReportOf, RowIndex } from '#platform/calls/paging/batch.ts'
import { changeParams, directionParam, page, pageQuery, sortByChange } from '#platform/calls/paging/page.ts'
import {
  AnyOf,
  Currency,
  described,
  Id,
  Instant,
  Nullable,
  notBlank,
  OneOf,
  withExample,
} from '#platform/values/wire.ts'

export const maxRows = 250
/** The limit of the largest commerce platform. */
export const maxVariants = 2_048

export const statuses = ['active', 'draft', 'archived'] as const

/** An optional field. Omitting it and sending null both clear it. */
const Text = (maxLength: number, description?: string) =>
  Type.Optional(Nullable(Type.String({ maxLength, ...(description && { description }) })))

/** http and https only, because these addresses become links on pages and in the feed. */
const Address = (description?: string) =>
  Type.Optional(
    Nullable(
      Type.String({
        pattern: '^[Hh][Tt][Tt][Pp][Ss]?://',
        'x-expected': 'must be an address that begins with https:// or http://',
        maxLength: 2_048,
        ...(description && { description }),
      }),
    ),
  )

const PlatformId = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    ...notBlank,
    description,
  })

const Price = Type.String({
  pattern: '^\\d{1,15}(\\.\\d{1,6})?$',
  'x-expected': 'must be a decimal number with a point such as 120.50',
  maxLength: 22,
  description:
    'Price of the variant, as a non-negative decimal string. Responses use the decimal places of the currency, or more if you sent more.',
  examples: ['24.00'],
})

const identifiers = {
  sku: described(Text(255), 'Stock keeping unit. Null clears it.', 'MUG-01'),
  gtin: withExample(
    Text(
      100,
      'Barcode number, stored as sent. Identifier coverage and the review feed check its check digit. Null clears it.',
    ),
    '4006381333931',
  ),
  mpn: described(Text(255), 'Manufacturer part number. Null clears it.', 'LT-M'),
}

export const VariantInput = Type.Object(
  {
    platformVariantId: withExample(PlatformId('Id of the variant in your shop.'), 'mug-01-blue'),
    title: described(Text(500), 'Title of the variant, such as its size. Null without one.', 'Blue'),
    ...identifiers,
    brand: withExample(Text(255, 'Brand of the variant. Default: the brand of the row.'), 'Acme'),
    price: Type.Optional(Nullable(Price)),
    currency: Type.Optional(
      Nullable(described(Currency, 'Currency of the price, as an ISO 4217 code. Null without a price.', 'EUR')),
    ),
    imageUrl: described(
      Address(),
      'Address of a picture of the variant. Null without one.',
      'https://shop.acme.example/images/mug.jpg',
    ),
  },
  { title: 'ProductVariantInput' },
)

export const ProductInput = Type.Object(
  {
    platformProductId: withExample(PlatformId('Id of the product in your shop. It identifies the row.'), 'mug-01'),
    title: described(Text(500), 'Title of the product. Null if unknown.', 'Stoneware mug'),
    handle: described(Text(255), 'Last segment of the product address in the shop. Null clears it.', 'stoneware-mug'),
    url: withExample(
      Address('Address of the product page. Products without one are left out of the review feed.'),
      'https://shop.acme.example/products/mug',
    ),
    imageUrl: described(
      Address(),
      'Address of a picture of the product. Null without one.',
      'https://shop.acme.example/images/mug.jpg',
    ),
    description: described(
      Text(100_000),
      'Description of the product, as plain text or HTML. Null clears it.',
      'Stoneware, holds 0.4 litres.',
    ),
    status: Type.Optional(Nullable(OneOf(statuses, { description: 'Status of the product. Default: `active`.' }))),
    categories: Type.Optional(
      Nullable(
        Type.Array(Type.String({ minLength: 1, maxLength: 255, examples: ['Kitchen'] }), {
          maxItems: 250,
          description: "Names of the product's categories. Null clears them.",
        }),
      ),
    ),
    groupKey: described(
      Text(255),
      'Key that products share if shoppers regard them as one, such as the colours of one mug. They form a group. Null clears it.',
      'mug',
    ),
    ...identifiers,
    brand: withExample(
      Text(255, 'Brand of the product. It applies to all `variants` without a brand. Null clears it.'),
      'Acme',
    ),
    variants: Type.Optional(
      Nullable(
        Type.Array(VariantInput, {
          maxItems: maxVariants,
          description:
            "Variants of the product. Without any, the row's identifiers form one variant with its `platformProductId`. With variants, the row may not have `sku`, `gtin` or `mpn`.",
        }),
      ),
    ),
  },
  { title: 'ProductInput' },
)

export const UpsertBody = Type.Array(ProductInput, { maxItems: maxRows })

export const UpsertResult = ReportOf(
  Type.Object(
    {
      index: described(RowIndex, 'Zero-based position of the row in the request.'),
      platformProductId: Type.String({ description: 'Id of the product in the shop.', examples: ['mug-01'] }),
      code: OneOf(['duplicate_in_request', 'duplicate_variant', 'storage_error'], {
        description: 'Error code of the row, for programs. More codes may follow.',
      }),
      message: Type.String({
        description: 'Explanation for people. Programs read the code.',
        examples: ['This id is in the request twice.'],
      }),
    },
    { title: 'ProductUpsertError' },
  ),
  'ProductUpsertResult',
)

const star = Type.Integer()

export const Rating = Type.Object(
  {
    count: Type.Integer({ description: 'Number of approved reviews.' }),
    average: Nullable(
      Type.Number({
        description: 'Average stars of approved reviews, to two decimals. Null without reviews.',
        examples: [4.67],
      }),
    ),
    byStar: Type.Object(
      {
        1: described(star, 'Number of approved reviews with one star.'),
        2: described(star, 'Number of approved reviews with two stars.'),
        3: described(star, 'Number of approved reviews with three stars.'),
        4: described(star, 'Number of approved reviews with four stars.'),
        5: described(star, 'Number of approved reviews with five stars.'),
      },
      { description: 'Number of approved reviews by stars.' },
    ),
  },
  { title: 'ProductRating' },
)

export const Variant = Type.Object(
  {
    id: described(Id, 'Id of the variant, a UUIDv7.'),
    platformVariantId: Type.String({ description: 'Id of the variant in the shop.', examples: ['mug-01-blue'] }),
    title: Nullable(
      Type.String({ description: 'Title of the variant, such as its size. Null without one.', examples: ['Blue'] }),
    ),
    sku: Nullable(
      Type.String({ description: 'Stock keeping unit of the variant. Null if unknown.', examples: ['MUG-01'] }),
    ),
    gtin: Nullable(
      Type.String({
        description: 'Barcode number of the variant: GTIN-8, -12, -13 or -14. Null if unknown.',
        examples: ['4006381333931'],
      }),
    ),
    mpn: Nullable(
      Type.String({ description: 'Manufacturer part number of the variant. Null if unknown.', examples: ['LT-M'] }),
    ),
    brand: Nullable(Type.String({ description: 'Brand of the variant. Null if unknown.', examples: ['Acme'] })),
    price: Nullable(
      Type.String({
        description: 'Price of the variant in `currency`, as a decimal string. Null if unknown.',
        examples: ['24.00'],
      }),
    ),
    currency: Nullable(
      Type.String({
        description: 'Currency of the price, as an ISO 4217 code. Null without a price.',
        examples: ['EUR'],
      }),
    ),
    imageUrl: Nullable(
      Type.String({
        description: 'Address of a picture of the variant. Null without one.',
        examples: ['https://shop.acme.example/images/mug.jpg'],
      }),
    ),
    retiredAt: Nullable(described(Instant, 'Time the variant was retired. Null while on sale.')),
    createdAt: described(Instant, 'Time the variant was created.'),
    updatedAt: described(Instant, 'Time the variant was last changed.'),
  },
  { title: 'ProductVariant' },
)

const productFields = {
  id: described(Id, 'Id of the product, a UUIDv7.'),
  platformProductId: Type.String({ description: 'Id of the product in the shop.', examples: ['mug-01'] }),
  title: Nullable(Type.String({ description: 'Title of the product. Null if unknown.', examples: ['Stoneware mug'] })),
  handle: Nullable(
    Type.String({
      description: 'Last segment of the product address in the shop. Null if unknown.',
      examples: ['stoneware-mug'],
    }),
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
  description: Nullable(
    Type.String({
      description: 'Description of the product. Null if the shop sent none.',
      examples: ['Stoneware, holds 0.4 litres.'],
    }),
  ),
  status: OneOf(statuses, { description: 'Status of the product.' }),
  categories: Type.Array(Type.String({ examples: ['Kitchen'] }), {
    description: 'Names of categories sent with the product itself.',
  }),
  categoryIds: Type.Array(Id, { description: 'Ids of all categories of the product, including those pushed with it.' }),
  groupKey: Nullable(
    Type.String({
      description: 'Key that groups the product with others. Null if the shop sent none.',
      examples: ['mug'],
    }),
  ),
  requestsExcluded: Type.Boolean({
    description: 'Whether buyers of the product get no review requests. A push keeps the value.',
  }),
  liveVariantCount: Type.Integer({ description: 'Number of variants on sale.' }),
  mergedIntoId: Nullable({
    ...Id,
    description:
      'Id of the product that this one was merged into. The service sets it. Null without a merge, and after the product returned to sale.',
  }),
  rating: Rating,
  createdAt: described(Instant, 'Time the product was created.'),
  updatedAt: described(Instant, 'Time the product was last changed.'),
}

export const Product = Type.Object(productFields, { title: 'Product' })

export const ProductWithVariants = Type.Object(
  { ...productFields, variants: Type.Array(Variant, { description: 'Variants of the product: those on sale first.' }) },
  { title: 'ProductWithVariants' },
)

export const ProductPage = page(Product)

/** Figures that a list can be sorted by. */
export const productFigures = ['rating', 'reviewCount'] as const
export type ProductFigure = (typeof productFigures)[number]

export const productSorts = ['createdAt', 'title', 'updatedAt', ...productFigures] as const

export const ProductFilters = pageQuery({
  sort: Type.Optional(
    OneOf(productSorts, {
      default: 'createdAt',
      description: `Sort order. \`title\` ignores case and falls back to \`platformProductId\`. \`rating\` is the average that the list shows and lists products without approved reviews last. \`reviewCount\` counts approved reviews. \`rating\` and \`reviewCount\` get the limits of searches, and a product whose figure changes between pages can be on two pages or none. ${sortByChange}`,
    }),
  ),
  direction: directionParam(
    'Sort direction. Default: newest first for `createdAt`, A to Z for `title`, oldest first for `updatedAt`, highest first for `rating` and `reviewCount`.',
  ),
  ...changeParams,
  status: Type.Optional(AnyOf(statuses, { description: 'Filter: products with these statuses.' })),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'Filter: part of the title, handle, product id in the shop, or SKU of a live variant, ignoring case.',
      examples: ['mug'],
    }),
  ),
  categoryId: Type.Optional({
    ...Id,
    description: 'Filter: products directly in this category.',
  }),
  groupId: Type.Optional({ ...Id, description: 'Filter: products of this product group.' }),
  hasReviews: Type.Optional(Type.Boolean({ description: 'Filter: products with reviews of any status, or without.' })),
})

export const ByPlatformId = Type.Object({
  platformProductId: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'Id of the product in the shop.',
    examples: ['mug-01'],
  }),
})

export const ProductChange = Type.Object(
  { requestsExcluded: Type.Boolean({ description: 'Whether buyers of the product get no review requests.' }) },
  { title: 'ProductChange' },
)

export const gtinProblems = ['missing', 'invalid', 'restricted'] as const
