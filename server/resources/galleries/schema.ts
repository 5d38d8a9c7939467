import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'
import { LeadForm, LeadFormChanges, LeadFormTexts, SetLeadForm } from './lead-form/schema.ts'

export const statuses = ['draft', 'published'] as const
export type Status = (typeof statuses)[number]
export const layouts = ['grid', 'carousel', 'masonry'] as const
export type Layout = (typeof layouts)[number]

export const limits = {
  name: 120,
  title: 150,
  description: 2_000,
  columns: 6,
  languages: 50,
  galleries: 1_000,
  items: 500,
  itemsAtOnce: 100,
  itemText: 300,
  itemProducts: 10,
} as const

const Name = Type.String({
  minLength: 1,
  maxLength: limits.name,
  pattern: '\\S',
  'x-expected': 'must hold more than spaces',
  description: 'How the store itself calls it.',
})
const Title = Nullable(Type.String({ maxLength: limits.title, description: 'Plain text above the pictures.' }))
const Description = Nullable(
  Type.String({
    maxLength: limits.description,
    description:
      'Markdown (CommonMark). Raw HTML is shown as text; links lead to `http(s):`, `mailto:`, `tel:` or within the shop.',
  }),
)

const Translation = Type.Object(
  {
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    leadForm: Type.Optional({ ...LeadFormTexts, description: 'The texts of the form below the pictures.' }),
  },
  { title: 'GalleryTranslation' },
)
export type Translation = Static<typeof Translation>

export const byLanguage = { type: 'object', propertyNames: LanguageTag, maxProperties: limits.languages } as const

const Translations = Type.Unsafe<Record<string, Translation>>({
  ...byLanguage,
  additionalProperties: Translation,
  description: 'The same texts by language, such as `{"de": {"title": "…"}}`.',
})

const Columns = Type.Integer({ minimum: 1, maximum: limits.columns, description: 'At most so many beside each other.' })

export const NewGallery = Type.Object(
  {
    name: Name,
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    layout: Type.Optional(OneOf(layouts, { default: 'grid' })),
    columns: Type.Optional({ ...Columns, default: 3 }),
    status: Type.Optional(OneOf(statuses, { default: 'draft' })),
    locale: Type.Optional(Nullable({ ...LanguageTag, description: 'The language of title and description; BCP 47.' })),
    translations: Type.Optional(Translations),
    leadForm: Type.Optional(LeadFormChanges),
  },
  { title: 'NewGallery' },
)
export type NewGallery = Static<typeof NewGallery>

export const GalleryChanges = Type.Object(
  {
    ...Type.Partial(NewGallery).properties,
    layout: Type.Optional(OneOf(layouts)),
    columns: Type.Optional(Columns),
    status: Type.Optional(OneOf(statuses)),
    updatedAt: Type.Optional({
      ...Instant,
      description: 'As you read it: where somebody has changed the gallery since, this is 409 and changes nothing.',
    }),
  },
  { title: 'GalleryChanges' },
)
export type GalleryChanges = Static<typeof GalleryChanges>

export const Gallery = Type.Object(
  {
    id: Id,
    name: Type.String(),
    title: Nullable(Type.String()),
    description: Nullable(Type.String({ description: 'Markdown, as it was written.' })),
    descriptionHtml: Type.String({ description: 'The description as it is shown; empty where there is none.' }),
    layout: OneOf(layouts),
    columns: Type.Integer(),
    status: OneOf(statuses, { description: 'Shoppers see what is `published`.' }),
    itemCount: Type.Integer({ description: 'How many pictures were chosen.' }),
    locale: Nullable(Type.String()),
    translations: Translations,
    leadForm: LeadForm,
    publishedAt: Nullable(Instant),
    createdAt: Instant,
    updatedAt: Instant,
  },
  { title: 'Gallery' },
)
export type Gallery = Static<typeof Gallery>

export const SetGallery = Type.Object({ ...Gallery.properties, leadForm: SetLeadForm }, { title: 'SetGallery' })
export type SetGallery = Static<typeof SetGallery>

export const GalleryPage = page(Gallery)

export const GalleryFilters = pageQuery({ status: Type.Optional(AnyOf(statuses)) })
export type GalleryFilters = Static<typeof GalleryFilters>
