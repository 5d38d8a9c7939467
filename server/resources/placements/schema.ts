import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf, secretField } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'

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

const someText = { pattern: '\\S', 'x-expected': 'must hold more than spaces' }

const Name = Type.String({
  minLength: 1,
  maxLength: limits.name,
  ...someText,
  description: 'How the store itself calls it.',
})

const Selector = Type.String({
  minLength: 1,
  maxLength: limits.selector,
  ...someText,
  description:
    'CSS selector of an element in the page, such as `#product .description`; the first that fits is taken. What no selector can be is refused; whether a page has such an element only the page knows.',
})

const Insert = OneOf(insertions, {
  description: '`before` and `after` that element, or inside of it: first (`prepend`) or last (`append`).',
})

const WidgetName = OneOf(widgets, { description: 'What is shown there.' })

const PageTypeName = OneOf(pageTypes, {
  description: 'The pages it is for, as the script on them says by `data-page-type`; `any` is all of them.',
})

const ids = (description: string) => Type.Array(Id, { maxItems: limits.places, uniqueItems: true, description })

const rule = {
  productIds: ids('Only on pages of these products.'),
  categoryIds: ids('Only on pages of these categories, and of the products in them.'),
  excludeProductIds: ids('Never on pages of these products, whatever else is said.'),
}

const GalleryId = Nullable({ ...Id, description: 'Which gallery; of the widget `gallery` alone.' })
const Heading = Nullable(
  Type.String({
    maxLength: limits.heading,
    description: 'Plain text in place of what the widget calls itself; blank is none.',
  }),
)
const Limit = Nullable(
  Type.Integer({
    minimum: 1,
    maximum: limits.items,
    description: 'So many reviews, photos or questions at first; null leaves it to the widget.',
  }),
)

const settings = { galleryId: GalleryId, heading: Heading, limit: Limit }

const Priority = Type.Integer({
  minimum: -limits.priority,
  maximum: limits.priority,
  description: 'Of several for one place the highest is shown, and those of several places come in this order.',
})

const byLanguage = { type: 'object', propertyNames: LanguageTag, maxProperties: limits.languages } as const

const Translation = Type.Object({ heading: Type.Optional(Heading) }, { title: 'PlacementTranslation' })
export type Translation = Static<typeof Translation>

const Translations = Type.Unsafe<Record<string, Translation>>({
  ...byLanguage,
  additionalProperties: Translation,
  description: 'The heading by language, such as `{"de": {"heading": "…"}}`.',
})

const Locale = Nullable({ ...LanguageTag, description: 'The language of the heading; BCP 47.' })

const changeable = {
  name: Name,
  widget: WidgetName,
  pageType: PageTypeName,
  rule: Type.Partial(Type.Object(rule, { title: 'PlacementRuleChange' })),
  selector: Selector,
  insert: Insert,
  settings: Type.Partial(Type.Object(settings, { title: 'PlacementSettingsChange' })),
  priority: Priority,
  startsAt: Nullable({ ...Instant, description: 'Shown from this instant on; ISO 8601 in UTC.' }),
  endsAt: Nullable({ ...Instant, description: 'Shown until this instant; ISO 8601 in UTC.' }),
  status: OneOf(statuses, { description: 'Shoppers see what is `published`.' }),
  locale: Locale,
  translations: Translations,
}

export const NewPlacement = Type.Object(
  {
    ...Type.Partial(Type.Object(changeable)).properties,
    name: Name,
    widget: WidgetName,
    selector: Selector,
    pageType: Type.Optional({ ...PageTypeName, default: 'any' }),
    insert: Type.Optional({ ...Insert, default: 'append' }),
    priority: Type.Optional({ ...Priority, default: 0 }),
    status: Type.Optional({ ...changeable.status, default: 'draft' }),
  },
  { title: 'NewPlacement' },
)
export type NewPlacement = Static<typeof NewPlacement>

export const PlacementChanges = Type.Object(
  {
    ...Type.Partial(Type.Object(changeable)).properties,
    updatedAt: Type.Optional({
      ...Instant,
      description: 'As you read it: where somebody has changed the placement since, this is 409 and changes nothing.',
    }),
  },
  { title: 'PlacementChanges' },
)
export type PlacementChanges = Static<typeof PlacementChanges>

export const Placement = Type.Object(
  {
    id: Id,
    name: Type.String(),
    widget: WidgetName,
    pageType: PageTypeName,
    rule: Type.Object(
      {
        productIds: Type.Array(Id),
        categoryIds: Type.Array(Id),
        excludeProductIds: Type.Array(Id),
      },
      { title: 'PlacementRule' },
    ),
    appliesTo: OneOf(['everything', 'selected'], {
      description:
        '`everything` when it was saved without products and categories. A `selected` one whose products and categories are all gone is shown nowhere.',
    }),
    selector: Type.String(),
    insert: Insert,
    settings: Type.Object(settings, { title: 'PlacementWidgetSettings' }),
    priority: Type.Integer(),
    startsAt: Nullable(Instant),
    endsAt: Nullable(Instant),
    status: changeable.status,
    locale: Nullable(Type.String()),
    translations: Translations,
    publishedAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Placement' },
)
export type Placement = Static<typeof Placement>

export const PlacementPage = page(Placement)

export const PlacementFilters = pageQuery({
  status: Type.Optional(AnyOf(statuses)),
  pageType: Type.Optional(AnyOf(pageTypes, { description: 'For pages of these types.' })),
  widget: Type.Optional(AnyOf(widgets, { description: 'That show one of these widgets.' })),
})
export type PlacementFilters = Static<typeof PlacementFilters>

export const PlacementPreview = Type.Object(
  {
    token: secretField(
      Type.String({
        description:
          'Shows the placement in any page of the store that is opened with `?evident_preview=` and this token.',
      }),
    ),
    expiresAt: { ...Instant, description: 'A day later; ISO 8601 in UTC.' },
  },
  { title: 'PlacementPreview' },
)
