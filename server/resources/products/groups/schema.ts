import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, notBlank, OneOf } from '#platform/values/wire.ts'

export const minProducts = 2
/** A larger group would pool reviews of products that have little in common. */
export const maxProducts = 200
export const maxManualGroups = 10_000

export const groupSources = ['manual', 'group_key', 'gtin'] as const
export type GroupSource = (typeof groupSources)[number]

const productIds = Type.Array(Id, {
  minItems: minProducts,
  maxItems: maxProducts,
  description: 'Ids of the products of the group. A product has at most one manual group.',
})

const name = Type.String({
  minLength: 1,
  maxLength: 120,
  ...notBlank,
  description: 'Name of the group, for people of the store.',
  examples: ['Stoneware mug'],
})

/** Sources of the reviews that a response contains. All but `own` add to the reviews of the product itself. */
export const pools = ['own', 'group', 'shared', 'all'] as const
export type Pool = (typeof pools)[number]

export const PoolParam = Type.Optional(
  OneOf(pools, {
    default: 'own',
    description:
      'Reviews to add to those of the product: of its `group`, `shared` by other stores, or `all` of both. Needs a product.',
  }),
)

export const NewProductGroup = Type.Object({ name, productIds }, { title: 'NewProductGroup' })
export type NewProductGroup = Static<typeof NewProductGroup>

export const ProductGroupChange = Type.Object(
  { name: Type.Optional(name), productIds: Type.Optional(productIds) },
  { title: 'ProductGroupChange' },
)
export type ProductGroupChange = Static<typeof ProductGroupChange>

export const ProductGroup = Type.Object(
  {
    id: described(Id, 'Id of the group, a UUIDv7.'),
    name: Type.String({
      description: 'Name of the group. For derived groups, the group key or the lowest GTIN with 14 digits.',
      examples: ['Stoneware mug'],
    }),
    source: OneOf(groupSources, {
      description: 'Origin of the group: `manual`, or derived from `group_key` or `gtin` of its products.',
    }),
    productIds: Type.Array(Id, { description: 'Ids of the products of the group, in the order of their creation.' }),
    createdAt: described(Instant, 'Time the group was created.'),
    updatedAt: described(Instant, 'Time the group was last changed.'),
  },
  { title: 'ProductGroup' },
)
export type ProductGroup = Static<typeof ProductGroup>

export const ProductGroupPage = page(ProductGroup)

export const ProductGroupFilters = pageQuery({
  source: Type.Optional(AnyOf(groupSources, { description: 'Filter: groups with these origins.' })),
  productId: Type.Optional(described(Id, 'Filter: the group of this product.')),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Filter: part of the name, ignoring case.',
      examples: ['mug'],
    }),
  ),
})
export type ProductGroupFilters = Static<typeof ProductGroupFilters>

const switches = {
  byGroupKey: Type.Boolean({ description: 'Whether products with the same `groupKey` form a group. Default: true.' }),
  byGtin: Type.Boolean({
    description: 'Whether products whose variants share a valid GTIN form a group. Default: false.',
  }),
}

export const GroupSettings = Type.Object(
  {
    ...switches,
    tooLarge: Type.Integer({
      description: `Number of group keys and GTINs that more than ${maxProducts} products share. They form no group.`,
    }),
  },
  { title: 'ProductGroupSettings' },
)
export type GroupSettings = Static<typeof GroupSettings>

export const GroupSettingsChange = Type.Object(
  { byGroupKey: Type.Optional(switches.byGroupKey), byGtin: Type.Optional(switches.byGtin) },
  { title: 'ProductGroupSettingsChange' },
)
export type GroupSwitches = Pick<GroupSettings, 'byGroupKey' | 'byGtin'>
export const defaultSwitches: GroupSwitches = { byGroupKey: true, byGtin: false }
