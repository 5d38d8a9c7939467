// The wire shapes of saved views: how one person looks at the reviews of a store.
import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { Id, Instant, OneOf } from '#platform/values/wire.ts'
import { Rating, statuses } from '../schema.ts'

export const limits = { name: 60, views: 20 } as const

const Name = Type.String({
  minLength: 1,
  maxLength: limits.name,
  pattern: '\\S',
  'x-expected': 'must hold more than spaces',
  description: 'What the person calls it.',
})

const Filter = Type.Object(
  {
    status: Type.Optional(OneOf(statuses)),
    q: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '^[^@]*$',
        'x-expected': 'must not be an e-mail address',
        description: 'Words to search for. Addresses are not kept here.',
      }),
    ),
    rating: Type.Optional(Rating),
    productId: Type.Optional(Id),
    categoryId: Type.Optional({ ...Id, description: 'Of products in this category.' }),
    hasPhotos: Type.Optional(Type.Boolean()),
    hasReply: Type.Optional(Type.Boolean()),
    imported: Type.Optional(Type.Boolean()),
    reported: Type.Optional(Type.Boolean({ description: 'With reports of visitors that nobody has resolved.' })),
  },
  { title: 'ReviewViewFilter', description: 'As `GET /reviews` takes it; without a `status` it is for all of them.' },
)

const IsDefault = Type.Boolean({
  description: "Whether the person's list begins with it. One of a store does at most.",
})

export const NewReviewView = Type.Object(
  { name: Name, filter: Filter, isDefault: Type.Optional({ ...IsDefault, default: false }) },
  { title: 'NewReviewView' },
)
export type NewReviewView = Static<typeof NewReviewView>

export const ReviewViewChanges = Type.Object(
  { name: Type.Optional(Name), filter: Type.Optional(Filter), isDefault: Type.Optional(IsDefault) },
  { title: 'ReviewViewChanges' },
)
export type ReviewViewChanges = Static<typeof ReviewViewChanges>

export const ReviewView = Type.Object(
  { id: Id, name: Type.String(), filter: Filter, isDefault: IsDefault, createdAt: Instant, updatedAt: Instant },
  { title: 'ReviewView' },
)
export type ReviewView = Static<typeof ReviewView>

export const ReviewViewPage = page(ReviewView)
export const ReviewViewQuery = pageQuery({})
