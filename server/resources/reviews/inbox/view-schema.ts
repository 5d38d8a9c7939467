import { type Static, Type } from 'typebox'
import { directionParam, page, pageQuery } from '#platform/calls/paging/page.ts'
import { described, Id, Instant, notBlank, OneOf } from '#platform/values/wire.ts'
import { Rating, searchFilter, statuses, subjectFilters } from '../schema.ts'

export const limits = { name: 60, views: 20 } as const

const Name = Type.String({
  minLength: 1,
  maxLength: limits.name,
  ...notBlank,
  description: 'Name of the view.',
  examples: ['Low ratings'],
})

const Filter = Type.Object(
  {
    subject: Type.Optional(
      OneOf(subjectFilters, { description: 'Filter: reviews of products, of the shop, or all. Products if omitted.' }),
    ),
    status: Type.Optional(OneOf(statuses, { description: 'Filter: reviews with this status.' })),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '^[^@]*$',
        'x-expected': 'must not be an e-mail address',
        description: 'Search text. Email addresses are not stored.',
        examples: ['tea'],
      }),
    ),
    rating: Type.Optional(described(Rating, 'Filter: reviews with this number of stars.', 5)),
    productId: Type.Optional(described(Id, 'Filter: reviews of this product.')),
    categoryId: Type.Optional({ ...Id, description: 'Filter: reviews of products in this category.' }),
    hasPhotos: Type.Optional(
      Type.Boolean({ description: 'Filter: `true` for reviews with photos, `false` for reviews without.' }),
    ),
    hasReply: Type.Optional(
      Type.Boolean({ description: 'Filter: `true` for reviews with a reply, `false` for reviews without.' }),
    ),
    imported: Type.Optional(Type.Boolean({ description: 'Filter: `true` for imported reviews, `false` for others.' })),
    reported: Type.Optional(Type.Boolean({ description: 'Filter: reviews with unresolved reports.' })),
    corrected: Type.Optional(
      Type.Boolean({ description: 'Filter: reviews that their author corrected or asks to correct.' }),
    ),
    language: searchFilter.language,
    submittedAfter: Type.Optional(described(Instant, 'Filter: reviews written after this time.')),
    submittedBefore: Type.Optional(described(Instant, 'Filter: reviews written before this time.')),
    sort: Type.Optional(OneOf(['submittedAt', 'rating'], { description: 'Sort order of the list.' })),
    direction: directionParam('Sort direction of the list.'),
  },
  { title: 'ReviewViewFilter', description: 'Filter as for `GET /reviews`. Without `status`, it covers every status.' },
)

const IsDefault = Type.Boolean({
  description:
    "Whether the person's review list opens with this view. At most one view per person and store is the default.",
})

export const NewReviewView = Type.Object(
  {
    name: Name,
    filter: Filter,
    isDefault: Type.Optional({
      ...IsDefault,
      default: false,
      description:
        "Whether the person's review list opens with this view. At most one view per person and store is the default.",
    }),
  },
  { title: 'NewReviewView' },
)
export type NewReviewView = Static<typeof NewReviewView>

export const ReviewViewChanges = Type.Object(
  { name: Type.Optional(Name), filter: Type.Optional(Filter), isDefault: Type.Optional(IsDefault) },
  { title: 'ReviewViewChanges' },
)
export type ReviewViewChanges = Static<typeof ReviewViewChanges>

export const ReviewView = Type.Object(
  {
    id: described(Id, 'Id of the view, a UUIDv7.'),
    name: Type.String({ description: 'Name of the view.', examples: ['Low ratings'] }),
    filter: Filter,
    isDefault: IsDefault,
    createdAt: described(Instant, 'Time the view was created.'),
    updatedAt: described(Instant, 'Time the view was last changed.'),
  },
  { title: 'ReviewView' },
)
export type ReviewView = Static<typeof ReviewView>

export const ReviewViewPage = page(ReviewView)
export const ReviewViewQuery = pageQuery({})
