import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, notBlank, OneOf } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'
import { LeadForm, LeadFormChanges, LeadFormTexts, SetLeadForm } from './lead-form/schema.ts'

export const statuses = ['draft', 'published'] as const
export type Status = (typeof statuses)[number]
export const layouts = ['grid', 'carousel', 'masonry'] as const
export type Layout = (typeof layouts)[number]

/** A list shows this many pictures of each gallery. */
export const shownFirst = 4

/** Views and clicks of a gallery are those of this many days. */
export const countedDays = 30

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
  ...notBlank,
  description: 'Internal name of the gallery.',
  examples: ['Home page'],
})
const Title = Nullable(
  Type.String({
    maxLength: limits.title,
    description: 'Title above the pictures, as plain text. Null without one.',
    examples: ['Seen at your homes'],
  }),
)
const Description = Nullable(
  Type.String({
    maxLength: limits.description,
    description:
      'Description of the gallery in Markdown (CommonMark). Raw HTML is shown as text. Links may use `http(s):`, `mailto:`, `tel:` or a path of the shop.',
    examples: ['Pictures that **you** sent us.'],
  }),
)

const Translation = Type.Object(
  {
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    leadForm: Type.Optional({ ...LeadFormTexts, description: 'Texts of the form below the pictures.' }),
  },
  { title: 'GalleryTranslation' },
)
export type Translation = Static<typeof Translation>

export const byLanguage = { type: 'object', propertyNames: LanguageTag, maxProperties: limits.languages } as const

const Translations = Type.Unsafe<Record<string, Translation>>({
  ...byLanguage,
  additionalProperties: Translation,
  description: 'Texts by language, such as `{"de": {"title": "…"}}`.',
})

const Columns = Type.Integer({
  minimum: 1,
  maximum: limits.columns,
  description: 'Maximum number of pictures in a row.',
})

export const NewGallery = Type.Object(
  {
    name: Name,
    title: Type.Optional(Title),
    description: Type.Optional(Description),
    layout: Type.Optional(
      OneOf(layouts, {
        default: 'grid',
        description: 'Arrangement of the pictures: `grid` in rows, `carousel` one after another, `masonry` in columns.',
      }),
    ),
    columns: Type.Optional({ ...Columns, default: 3, description: 'Maximum number of pictures in a row.' }),
    status: Type.Optional(
      OneOf(statuses, {
        default: 'draft',
        description: 'Status of the gallery. Shoppers see only `published` galleries.',
      }),
    ),
    locale: Type.Optional(
      Nullable({
        ...LanguageTag,
        description: 'Language of title and description, as a BCP 47 tag. Null if unknown.',
        examples: ['en'],
      }),
    ),
    translations: Type.Optional(Translations),
    leadForm: Type.Optional(LeadFormChanges),
  },
  { title: 'NewGallery' },
)
export type NewGallery = Static<typeof NewGallery>

export const GalleryChanges = Type.Object(
  {
    ...Type.Partial(NewGallery).properties,
    layout: Type.Optional(
      OneOf(layouts, {
        description: 'Arrangement of the pictures: `grid` in rows, `carousel` one after another, `masonry` in columns.',
      }),
    ),
    columns: Type.Optional(Columns),
    status: Type.Optional(
      OneOf(statuses, { description: 'Status of the gallery. Shoppers see only `published` galleries.' }),
    ),
    updatedAt: Type.Optional({
      ...Instant,
      description:
        'Value of `updatedAt` that you read. If the gallery was changed since, the call returns 409 and changes nothing.',
    }),
  },
  { title: 'GalleryChanges' },
)
export type GalleryChanges = Static<typeof GalleryChanges>

export const Gallery = Type.Object(
  {
    id: described(Id, 'Id of the gallery, a UUIDv7.'),
    name: Type.String({ description: 'Internal name of the gallery.', examples: ['Home page'] }),
    title: Nullable(
      Type.String({ description: 'Title above the pictures. Null without one.', examples: ['Seen at your homes'] }),
    ),
    description: Nullable(
      Type.String({
        description: 'Description of the gallery in Markdown, as written. Null without one.',
        examples: ['Pictures that **you** sent us.'],
      }),
    ),
    descriptionHtml: Type.String({
      description: 'Description as sanitised HTML. Empty without one.',
      examples: ['<p>Pictures that <strong>you</strong> sent us.</p>\n'],
    }),
    layout: OneOf(layouts, {
      description: 'Arrangement of the pictures: `grid` in rows, `carousel` one after another, `masonry` in columns.',
    }),
    columns: Type.Integer({ description: 'Maximum number of pictures in a row.' }),
    status: OneOf(statuses, { description: 'Status of the gallery. Shoppers see only `published` galleries.' }),
    itemCount: Type.Integer({ description: 'Number of pictures in the gallery.' }),
    firstPictures: Type.Array(Type.String({ examples: ['https://reviews.acme.example/media/photos/9f50-card.webp'] }), {
      description: `Addresses of the first ${shownFirst} pictures, scaled to at most 640 × 640 pixels once that size was made.`,
    }),
    placementCount: Type.Integer({ description: 'Number of published placements that show the gallery.' }),
    webPageCount: Type.Integer({ description: 'Number of published hosted pages that show the gallery.' }),
    uses: Nullable(
      Type.Object(
        {
          impressions: Type.Integer({ description: 'Number of times the gallery was seen.', examples: [1204] }),
          clicks: Type.Integer({ description: 'Number of times the gallery was clicked.', examples: [87] }),
        },
        {
          title: 'GalleryUses',
          description: `Views and clicks of the last ${countedDays} days of the store, today included. Null while \`widgetCounts\` in the analytics settings is off.`,
        },
      ),
    ),
    locale: Nullable(
      Type.String({
        description: 'Language of title and description, as a BCP 47 tag. Null if unknown.',
        examples: ['en'],
      }),
    ),
    translations: Translations,
    leadForm: LeadForm,
    publishedAt: Nullable(described(Instant, 'Time of the last publication. Null if never published.')),
    createdAt: described(Instant, 'Time the gallery was created.'),
    updatedAt: described(Instant, 'Time the gallery was last changed.'),
  },
  { title: 'Gallery' },
)
export type Gallery = Static<typeof Gallery>

export const SetGallery = Type.Object({ ...Gallery.properties, leadForm: SetLeadForm }, { title: 'SetGallery' })
export type SetGallery = Static<typeof SetGallery>

export const GalleryPage = page(Gallery)

export const GalleryFilters = pageQuery({
  status: Type.Optional(AnyOf(statuses, { description: 'Filter: galleries with these statuses.' })),
})
export type GalleryFilters = Static<typeof GalleryFilters>
