import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, notBlank, OneOf, secretField } from '#platform/values/wire.ts'
import { LanguageTag, subjects } from '#resources/reviews/schema.ts'

export const widgets = [
  ...(['reviews', 'stars', 'review_form', 'gallery', 'faq', 'loyalty'] as const),
  ...(['carousel', 'badge', 'tab', 'photos'] as const),
] as const
export type Widget = (typeof widgets)[number]
export const pageTypes = ['product', 'category', 'home', 'cart', 'other', 'any'] as const
export type PageType = (typeof pageTypes)[number]
export const insertions = ['before', 'after', 'prepend', 'append'] as const
export type Insertion = (typeof insertions)[number]
export const statuses = ['draft', 'published'] as const
export type Status = (typeof statuses)[number]

export const limits = {
  name: 120,
  selector: 200,
  heading: 150,
  items: 50,
  priority: 100,
  places: 100,
  languages: 50,
  placements: 1_000,
} as const

const Name = Type.String({
  minLength: 1,
  maxLength: limits.name,
  ...notBlank,
  description: 'Internal name of the placement.',
  examples: ['Reviews below the description'],
})

const Selector = Type.String({
  minLength: 1,
  maxLength: limits.selector,
  ...notBlank,
  description:
    'CSS selector of the element, such as `#product .description`. The first match on the page is used. An invalid selector is refused.',
  examples: ['#product .description'],
})

const Insert = OneOf(insertions, {
  description:
    'Position of the widget: `before` or `after` the element, or inside it as first (`prepend`) or last (`append`) child.',
})

const WidgetName = OneOf(widgets, { description: 'Kind of the widget.' })

const PageTypeName = OneOf(pageTypes, {
  description: 'Page type the placement is for, as given by `data-page-type` of the script. `any` covers all pages.',
})

const ids = (description: string) => Type.Array(Id, { maxItems: limits.places, uniqueItems: true, description })

const rule = {
  productIds: ids('Ids of products. The placement shows only on pages of these products.'),
  categoryIds: ids('Ids of categories. The placement shows only on pages of these categories and of their products.'),
  excludeProductIds: ids('Ids of products whose pages never show the placement. It overrides the other rules.'),
}

const GalleryId = Nullable({ ...Id, description: 'Id of the gallery to show. Only for the widget `gallery`.' })
const Heading = Nullable(
  Type.String({
    maxLength: limits.heading,
    description: 'Heading of the widget, as plain text. Null uses the default, and blank text shows none.',
    examples: ['What others say'],
  }),
)
const Limit = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: limits.items,
    description: "Number of reviews, photos or questions shown first. Null uses the widget's default.",
  }),
)

/** Widgets that can show reviews of the shop. */
export const widgetsOfShop: readonly Widget[] = ['reviews', 'badge', 'carousel', 'tab', 'review_form']

export const Subject = Type.Optional(
  OneOf(subjects, {
    description:
      'Subject of the reviews: `shop` shows reviews of the shop on every page. Only for the widgets `reviews`, `badge`, `carousel`, `tab` and `review_form`. Omitted in responses for `product`.',
  }),
)

const settings = { galleryId: GalleryId, heading: Heading, limit: Limit, subject: Subject }

const Priority = Type.Integer({
  minimum: -limits.priority,
  maximum: limits.priority,
  description:
    'Priority of the placement. Among equally specific placements with the same widget and selector, the highest priority is shown. Different widgets in one place are ordered by priority.',
})

const byLanguage = { type: 'object', propertyNames: LanguageTag, maxProperties: limits.languages } as const

const Translation = Type.Object({ heading: Type.Optional(Heading) }, { title: 'PlacementTranslation' })
export type Translation = Static<typeof Translation>

const Translations = Type.Unsafe<Record<string, Translation>>({
  ...byLanguage,
  additionalProperties: Translation,
  description: 'Headings by language, such as `{"de": {"heading": "…"}}`.',
})

const Locale = Nullable({
  ...LanguageTag,
  description: 'Language of the heading, as a BCP 47 tag. Null if unknown.',
  examples: ['en'],
})

const changeable = {
  name: Name,
  widget: WidgetName,
  pageType: PageTypeName,
  rule: described(
    Type.Partial(Type.Object(rule, { title: 'PlacementRuleChange' })),
    'Rule for the pages that show the placement.',
  ),
  selector: Selector,
  insert: Insert,
  settings: described(
    Type.Partial(Type.Object(settings, { title: 'PlacementSettingsChange' })),
    'Settings of the widget.',
  ),
  priority: Priority,
  startsAt: Nullable({ ...Instant, description: 'Time the placement starts to show. Null for no start.' }),
  endsAt: Nullable({ ...Instant, description: 'Time the placement stops showing. Null for no end.' }),
  status: OneOf(statuses, { description: 'Status of the placement. Shoppers see only `published` placements.' }),
  locale: Locale,
  translations: Translations,
}

export const NewPlacement = Type.Object(
  {
    ...Type.Partial(Type.Object(changeable)).properties,
    name: Name,
    widget: WidgetName,
    selector: Selector,
    pageType: Type.Optional({
      ...PageTypeName,
      default: 'any',
      description:
        'Page type the placement is for, as given by `data-page-type` of the script. `any` covers all pages.',
    }),
    insert: Type.Optional({
      ...Insert,
      default: 'append',
      description:
        'Position of the widget: `before` or `after` the element, or inside it as first (`prepend`) or last (`append`) child.',
    }),
    priority: Type.Optional({
      ...Priority,
      default: 0,
      description:
        'Priority of the placement. Among equally specific placements with the same widget and selector, the highest priority is shown.',
    }),
    status: Type.Optional({
      ...changeable.status,
      default: 'draft',
      description: 'Status of the placement. Shoppers see only `published` placements.',
    }),
  },
  { title: 'NewPlacement' },
)
export type NewPlacement = Static<typeof NewPlacement>

export const PlacementChanges = Type.Object(
  {
    ...Type.Partial(Type.Object(changeable)).properties,
    updatedAt: Type.Optional({
      ...Instant,
      description:
        'Value of `updatedAt` that you read. If the placement was changed since, the call returns 409 and changes nothing.',
    }),
  },
  { title: 'PlacementChanges' },
)
export type PlacementChanges = Static<typeof PlacementChanges>

export const Placement = Type.Object(
  {
    id: described(Id, 'Id of the placement, a UUIDv7.'),
    name: Type.String({ description: 'Internal name of the placement.', examples: ['Reviews below the description'] }),
    widget: WidgetName,
    pageType: PageTypeName,
    rule: Type.Object(
      {
        productIds: Type.Array(Id, {
          description: 'Ids of products. The placement shows only on pages of these products.',
        }),
        categoryIds: Type.Array(Id, {
          description:
            'Ids of categories. The placement shows only on pages of these categories and of their products.',
        }),
        excludeProductIds: Type.Array(Id, { description: 'Ids of products whose pages never show the placement.' }),
      },
      { title: 'PlacementRule' },
    ),
    appliesTo: OneOf(['everything', 'selected'], {
      description:
        'Scope: `everything` if saved without products and categories, else `selected`. A `selected` placement whose products and categories were all deleted is hidden.',
    }),
    selector: Type.String({
      description: 'CSS selector of the element in the page.',
      examples: ['#product .description'],
    }),
    insert: Insert,
    settings: Type.Object(settings, { title: 'PlacementWidgetSettings' }),
    priority: Type.Integer({
      description:
        'Priority of the placement. Among equally specific placements with the same widget and selector, the highest priority is shown.',
    }),
    startsAt: Nullable(described(Instant, 'Time the placement starts to show. Null for no start.')),
    endsAt: Nullable(described(Instant, 'Time the placement stops showing. Null for no end.')),
    status: described(changeable.status, 'Status of the placement. Shoppers see only `published` placements.'),
    locale: Nullable(
      Type.String({ description: 'Language of the heading, as a BCP 47 tag. Null if unknown.', examples: ['en'] }),
    ),
    translations: Translations,
    publishedAt: Nullable(described(Instant, 'Time of the last publication. Null if never published.')),
    createdAt: described(Instant, 'Time the placement was created.'),
    updatedAt: described(Instant, 'Time the placement was last changed.'),
  },
  { title: 'Placement' },
)
export type Placement = Static<typeof Placement>

export const PlacementPage = page(Placement)

export const PlacementFilters = pageQuery({
  status: Type.Optional(AnyOf(statuses, { description: 'Filter: placements with these statuses.' })),
  pageType: Type.Optional(AnyOf(pageTypes, { description: 'Filter: placements for these page types.' })),
  widget: Type.Optional(AnyOf(widgets, { description: 'Filter: placements with these widgets.' })),
})
export type PlacementFilters = Static<typeof PlacementFilters>

export const PlacementPreview = Type.Object(
  {
    token: secretField(
      Type.String({
        description:
          'Token that shows the placement on every store page opened with `?evident_preview=` and this token.',
        examples: ['Zk3v0pQ1cW8nX5tB7yR2mL4aKd9sEfGh'],
      }),
    ),
    expiresAt: { ...Instant, description: 'Time the token expires, one day later.' },
  },
  { title: 'PlacementPreview' },
)
