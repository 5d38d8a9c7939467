import { Type } from 'typebox'
import { ReportOf, RowIndex } from '#platform/calls/paging/batch.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import {
  AnyOf,
  described,
  Id,
  Instant,
  Nullable,
  notBlank,
  OneOf,
  PushedText,
  withExample,
} from '#platform/values/wire.ts'

export const maxRows = 250
const maxProducts = 50_000

export const sources = ['shop', 'pushed'] as const

const PlatformId = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    ...notBlank,
    description,
  })

export const CategoryInput = Type.Object(
  {
    platformCategoryId: withExample(PlatformId('Id of the category in your shop. It identifies the row.'), '11'),
    name: Type.String({
      minLength: 1,
      maxLength: 255,
      ...notBlank,
      description: 'Name of the category.',
      examples: ['Kitchen'],
    }),
    handle: PushedText(255, {
      description: 'Last segment of the category address in the shop. Null if unknown.',
      examples: ['kitchen'],
    }),
    parentPlatformCategoryId: PushedText(255, {
      description:
        'Id of the parent category in your shop. It may be pushed later; children inherit nothing from it. Null for a top category.',
      examples: ['10'],
    }),
    products: Type.Optional(
      Nullable(
        Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
          maxItems: maxProducts,
          description:
            'Ids of all products in the category, as `platformProductId`. A product that is pushed later joins the category then. Null or an omitted value removes all.',
        }),
      ),
    ),
  },
  { title: 'CategoryInput' },
)

export const UpsertBody = Type.Array(CategoryInput, { maxItems: maxRows })

export const UpsertResult = ReportOf(
  Type.Object(
    {
      index: described(RowIndex, 'Zero-based position of the row in the request.'),
      platformCategoryId: Type.String({ description: 'Id of the category in the shop.', examples: ['11'] }),
      code: OneOf(['duplicate_in_request', 'storage_error'], {
        description: 'Error code of the row, for programs. More codes may follow.',
      }),
      message: Type.String({
        description: 'Explanation for people. Programs read the code.',
        examples: ['This id is in the request twice.'],
      }),
    },
    { title: 'CategoryUpsertError' },
  ),
  'CategoryUpsertResult',
)

export const Category = Type.Object(
  {
    id: described(Id, 'Id of the category, a UUIDv7.'),
    platformCategoryId: Type.String({
      description: 'Id of the category in the shop. Equal to its name if only products mention it.',
      examples: ['11'],
    }),
    name: Type.String({ description: 'Name of the category.', examples: ['Kitchen'] }),
    handle: Nullable(
      Type.String({
        description: 'Last segment of the category address in the shop. Null if unknown.',
        examples: ['kitchen'],
      }),
    ),
    parentId: Nullable(
      Type.String({
        format: 'uuid',
        description: 'Id of the parent category. Null for a top category and while the parent is unknown.',
      }),
    ),
    source: OneOf(sources, {
      description: 'Source of the category. A connected shop changes and removes its `shop` categories.',
    }),
    productCount: Type.Integer({ description: 'Number of known products in the category, of every status.' }),
    requestsExcluded: Type.Boolean({
      description: 'Whether buyers of its products get no review requests. Pushes and syncs preserve the value.',
    }),
    createdAt: described(Instant, 'Time the category was created.'),
    updatedAt: described(Instant, 'Time the category was last changed.'),
  },
  { title: 'Category' },
)

export const CategoryPage = page(Category)

export const CategoryFilters = pageQuery({
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Filter: part of the name, handle or id in the shop, ignoring case.',
      examples: ['kitchen'],
    }),
  ),
  source: Type.Optional(AnyOf(sources, { description: 'Filter: categories from these sources.' })),
})

export const CategoryChange = Type.Object(
  {
    requestsExcluded: Type.Boolean({
      description: 'Whether buyers of products in the category get no review requests.',
    }),
  },
  { title: 'CategoryChange' },
)
