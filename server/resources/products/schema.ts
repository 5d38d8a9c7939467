import { Type } from 'typebox'
import { ReportOf, RowIndex } from '#platform/calls/paging/batch.ts'
import { changeParams, directionParam, page, pageQuery, sortByChange } from '#platform/calls/paging/page.ts'
import { AnyOf, Currency, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'

export const maxRows = 250
/** The limit of the largest commerce platform. */
export const maxVariants = 2_048

export const statuses = ['active', 'draft', 'archived'] as const

/** An optional field; omitted and null both clear it. */
const Text = (maxLength: number, description?: string) =>
  Type.Optional(Nullable(Type.String({ maxLength, ...(description && { description }) })))

/** http and https only, since these addresses become links on pages and in the feed. */
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
  Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', 'x-expected': 'must hold more than spaces', description })

const Price = Type.String({
  pattern: '^\\d{1,15}(\\.\\d{1,6})?$',
  'x-expected': 'must be a decimal number with a point such as 120.50',
  maxLength: 22,
  description:
    'A decimal string, not negative. `120.5` and `120.50` are the same; it is answered with the digits of the currency, and with more if more were sent.',
})

const identifiers = {
  sku: Text(255),
  gtin: Text(100, 'Stored as sent. Its check digit is judged in identifier coverage and in the review feed.'),
  mpn: Text(255),
}

export const VariantInput = Type.Object(
  {
    platformVariantId: PlatformId('Your identifier of the variant.'),
    title: Text(500),
    ...identifiers,
    brand: Text(255, "The row's brand when left out."),
    price: Type.Optional(Nullable(Price)),
    currency: Type.Optional(Nullable(Currency)),
    imageUrl: Address(),
  },
  { title: 'ProductVariantInput' },
)

export const ProductInput = Type.Object(
  {
    platformProductId: PlatformId('Your identifier of the product; the row is found by it.'),
    title: Text(500),
    handle: Text(255),
    url: Address("The product's page. Without it its reviews cannot be in the review feed."),
    imageUrl: Address(),
    description: Text(100_000),
    status: Type.Optional(Nullable(OneOf(statuses, { description: '`active` when left out.' }))),
    categories: Type.Optional(Nullable(Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 250 }))),
    ...identifiers,
    brand: Text(255, 'With `variants`, the brand of those without one.'),
    variants: Type.Optional(
      Nullable(
        Type.Array(VariantInput, {
          maxItems: maxVariants,
          description:
            "Without variants (or with an empty list), the row's own identifiers make one whose `platformVariantId` is the `platformProductId`. With variants, `sku`, `gtin` and `mpn` on the row are refused.",
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
      index: RowIndex,
      platformProductId: Type.String(),
      code: OneOf(['duplicate_in_request', 'duplicate_variant', 'storage_error'], { description: 'An open set.' }),
      message: Type.String(),
    },
    { title: 'ProductUpsertError' },
  ),
  'ProductUpsertResult',
)

const star = Type.Integer()

export const Rating = Type.Object(
  {
    count: Type.Integer({ description: 'Approved reviews.' }),
    average: Nullable(Type.Number({ description: 'Two decimals; null without reviews.' })),
    byStar: Type.Object({ 1: star, 2: star, 3: star, 4: star, 5: star }),
  },
  { title: 'ProductRating' },
)

export const Variant = Type.Object(
  {
    id: Id,
    platformVariantId: Type.String(),
    title: Nullable(Type.String()),
    sku: Nullable(Type.String()),
    gtin: Nullable(Type.String()),
    mpn: Nullable(Type.String()),
    brand: Nullable(Type.String()),
    price: Nullable(Type.String()),
    currency: Nullable(Type.String()),
    imageUrl: Nullable(Type.String()),
    retiredAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'ProductVariant' },
)

const productFields = {
  id: Id,
  platformProductId: Type.String(),
  title: Nullable(Type.String()),
  handle: Nullable(Type.String()),
  url: Nullable(Type.String()),
  imageUrl: Nullable(Type.String()),
  description: Nullable(Type.String()),
  status: OneOf(statuses),
  categories: Type.Array(Type.String(), { description: 'The names that the product itself said.' }),
  categoryIds: Type.Array(Id, { description: 'All categories it is in, also those that were pushed with it.' }),
  requestsExcluded: Type.Boolean({ description: 'Orders of it are not asked for a review. A push keeps it.' }),
  liveVariantCount: Type.Integer(),
  mergedIntoId: Nullable({
    ...Id,
    description:
      'Id of the product that this one was merged into. The service sets it; null without a merge, and after the product returned to sale.',
  }),
  rating: Rating,
  createdAt: Instant,
  updatedAt: Instant,
}

export const Product = Type.Object(productFields, { title: 'Product' })

export const ProductWithVariants = Type.Object(
  { ...productFields, variants: Type.Array(Variant, { description: 'Live ones first, then the retired.' }) },
  { title: 'ProductWithVariants' },
)

export const ProductPage = page(Product)

export const productSorts = ['createdAt', 'title', 'updatedAt'] as const

export const ProductFilters = pageQuery({
  sort: Type.Optional(
    OneOf(productSorts, {
      default: 'createdAt',
      description: `\`title\` by its small letters; a product without one by its \`platformProductId\`. ${sortByChange}`,
    }),
  ),
  direction: directionParam(
    '`createdAt` newest first, `title` from A, `updatedAt` oldest first, unless this says otherwise.',
  ),
  ...changeParams,
  status: Type.Optional(AnyOf(statuses)),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Part of the title, handle, platform id or of the SKU of a live variant, in any case.',
    }),
  ),
  categoryId: Type.Optional({
    ...Id,
    description: 'Only products in this category, not those in categories below it.',
  }),
  hasReviews: Type.Optional(Type.Boolean({ description: 'Whether it has reviews, whatever their status.' })),
})

export const ByPlatformId = Type.Object({ platformProductId: Type.String({ minLength: 1, maxLength: 255 }) })

export const ProductChange = Type.Object({ requestsExcluded: Type.Boolean() }, { title: 'ProductChange' })

export const gtinProblems = ['missing', 'invalid', 'restricted'] as const
