import { Type } from 'typebox'
import { ReportOf, RowIndex } from '#platform/calls/paging/batch.ts'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf, PushedText } from '#platform/values/wire.ts'

export const maxRows = 250
const maxProducts = 50_000

export const sources = ['shop', 'pushed'] as const

const PlatformId = (description: string) =>
  Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', 'x-expected': 'must hold more than spaces', description })

export const CategoryInput = Type.Object(
  {
    platformCategoryId: PlatformId('Your identifier of the category; the row is found by it.'),
    name: Type.String({ minLength: 1, maxLength: 255, pattern: '\\S', 'x-expected': 'must hold more than spaces' }),
    handle: PushedText(255),
    parentPlatformCategoryId: PushedText(255, {
      description: 'The category it stands in. It may be pushed later; nothing is inherited from it.',
    }),
    products: Type.Optional(
      Nullable(
        Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
          maxItems: maxProducts,
          description:
            'The `platformProductId`s of all that this row puts into it. A product that is pushed later is in it from then on.',
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
      index: RowIndex,
      platformCategoryId: Type.String(),
      code: OneOf(['duplicate_in_request', 'storage_error'], { description: 'An open set.' }),
      message: Type.String(),
    },
    { title: 'CategoryUpsertError' },
  ),
  'CategoryUpsertResult',
)

export const Category = Type.Object(
  {
    id: Id,
    platformCategoryId: Type.String({
      description: 'Where nothing but a product has named it, its name.',
    }),
    name: Type.String(),
    handle: Nullable(Type.String()),
    parentId: Nullable(
      Type.String({ format: 'uuid', description: 'Null at the top, and while the parent is unknown.' }),
    ),
    source: OneOf(sources, { description: '`shop`: read from the connected shop, which changes and removes it.' }),
    productCount: Type.Integer({ description: 'Known products in it, whatever their status.' }),
    requestsExcluded: Type.Boolean({
      description: 'Orders of its products are not asked for a review. Neither a push nor the shop changes this.',
    }),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Category' },
)

export const CategoryPage = page(Category)

export const CategoryFilters = pageQuery({
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: "Part of the name, the handle or the platform's id, in any case.",
    }),
  ),
  source: Type.Optional(AnyOf(sources)),
})

export const CategoryChange = Type.Object({ requestsExcluded: Type.Boolean() }, { title: 'CategoryChange' })
