import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, Id, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'
import { variables } from './variables.ts'

export const kinds = ['reviews', 'faq', 'gallery', 'landing'] as const
export type Kind = (typeof kinds)[number]
export const statuses = ['draft', 'published'] as const
export type Status = (typeof statuses)[number]
export const blockTypes = ['markdown', 'reviews', 'faqs', 'gallery', 'products', 'button'] as const

export const limits = {
  slug: 80,
  title: 150,
  description: 300,
  blocks: 50,
  text: 20_000,
  products: 100,
  reviewsOnPage: 50,
  group: 80,
  label: 120,
  url: 2_000,
  variable: 200,
  languages: 50,
  /** All texts in all languages. */
  characters: 2_000_000,
  pages: 1_000,
  versions: 100,
  formerSlugs: 20,
} as const

const Slug = Type.String({
  minLength: 1,
  maxLength: limits.slug,
  pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$',
  'x-expected': 'must be small letters a-z and digits, with single hyphens between them',
  description: 'The end of its address.',
})
const Title = Type.String({
  minLength: 1,
  maxLength: limits.title,
  pattern: '\\S',
  'x-expected': 'must hold more than spaces',
  description: 'Plain text: the heading of the page and its title in search results.',
})
const Description = Nullable(
  Type.String({ maxLength: limits.description, description: 'What search engines may show below the title.' }),
)

export const Block = Type.Object(
  {
    type: OneOf(blockTypes),
    text: Type.Optional(
      Type.String({
        maxLength: limits.text,
        description:
          'Of `markdown`: CommonMark. Raw HTML is shown as text; links lead to `http(s):`, `mailto:`, `tel:` or within the shop; pictures are those that the store shows already.',
      }),
    ),
    productIds: Type.Optional(
      Type.Array(Id, {
        maxItems: limits.products,
        uniqueItems: true,
        description: 'Of `reviews`: those of these products, of all without it. Of `products`: which, in this order.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.reviewsOnPage,
        description: 'Of `reviews`: how many before a link leads on to the next ones; 20 without it.',
      }),
    ),
    group: Type.Optional(
      Nullable(
        Type.String({ maxLength: limits.group, description: 'Of `faqs`: the group, as you wrote it; all without it.' }),
      ),
    ),
    galleryId: Type.Optional({ ...Id, description: 'Of `gallery`: which. It shows while it is published.' }),
    label: Type.Optional(Type.String({ maxLength: limits.label, description: 'Of `button`: what it says.' })),
    url: Type.Optional(
      Type.String({
        maxLength: limits.url,
        description: 'Of `button`: where it leads; `http(s):`, `mailto:`, `tel:` or an address within the shop.',
      }),
    ),
  },
  {
    title: 'WebPageBlock',
    description:
      '`{type: "markdown", text}`, `{type: "reviews", productIds, limit}`, `{type: "faqs", group}`, `{type: "gallery", galleryId}`, `{type: "products", productIds}` or `{type: "button", label, url}`.',
  },
)
export type Block = Static<typeof Block>

const Blocks = Type.Array(Block, { maxItems: limits.blocks, description: 'What stands on the page, in this order.' })

const Translation = Type.Object(
  { title: Type.Optional(Nullable(Title)), description: Type.Optional(Description), blocks: Type.Optional(Blocks) },
  { title: 'WebPageTranslation' },
)
export type Translation = Static<typeof Translation>

const Translations = Type.Unsafe<Record<string, Translation>>({
  type: 'object',
  propertyNames: LanguageTag,
  maxProperties: limits.languages,
  additionalProperties: Translation,
  description:
    'Title, description and blocks by language, such as `{"de": {"title": "…"}}`. What is missing is as in the page itself.',
})

const looks = {
  color: 'A colour, such as `#43552f`.',
  length: 'A length, such as `10px`.',
  font: 'Names of fonts, such as `Georgia, serif`.',
}

const Variables = Type.Unsafe<Record<string, string>>(
  Type.Object(
    Object.fromEntries(
      Object.entries(variables).map(([name, sort]) => [
        name,
        Type.Optional(Type.String({ maxLength: limits.variable, description: looks[sort] })),
      ]),
    ),
    {
      title: 'WebPageVariables',
      description:
        'How it looks: the variables of the widgets, such as `{"--evident-accent": "#43552f"}`. Colours, lengths and names of fonts; anything else is 400, and so is any other name.',
    },
  ),
)

const Locale = Nullable({ ...LanguageTag, description: 'The language of its texts, BCP 47.' })

const CanonicalUrl = Nullable(
  Type.String({
    maxLength: limits.url,
    description:
      'Where the page stands in the shop itself, on an origin of the store: search engines are told to show that one.',
  }),
)

const changeable = {
  title: Title,
  description: Description,
  blocks: Blocks,
  noindex: Type.Boolean({ description: 'Whether search engines are asked to leave it out.' }),
  canonicalUrl: CanonicalUrl,
  variables: Variables,
  locale: Locale,
  translations: Translations,
}

export const NewWebPage = Type.Object(
  {
    kind: OneOf(kinds, {
      description: 'What it is about. A page of kind `faq` tells search engines which questions it answers.',
    }),
    slug: Slug,
    ...Type.Partial(Type.Object(changeable)).properties,
    title: Title,
    blocks: Type.Optional({
      ...Blocks,
      description:
        'What stands on the page, in this order. Without it a page of kind `reviews` shows all reviews, and one of kind `faq` all FAQs.',
    }),
    noindex: Type.Optional({ ...changeable.noindex, default: false }),
  },
  { title: 'NewWebPage' },
)
export type NewWebPage = Static<typeof NewWebPage>

const Seen = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'The version that you saw: where there is a newer one, this is 409 `conflict` and changes nothing.',
})

export const WebPageChanges = Type.Object(
  {
    ...Type.Partial(Type.Object({ kind: NewWebPage.properties.kind, slug: Slug, ...changeable })).properties,
    version: Type.Optional(Seen),
  },
  { title: 'WebPageChanges' },
)
export type WebPageChanges = Static<typeof WebPageChanges>

export const SeenVersion = Type.Object({ version: Type.Optional(Seen) }, { title: 'WebPageSeen' })

const entry = {
  id: Id,
  kind: OneOf(kinds),
  slug: Type.String(),
  title: Type.String(),
  description: Nullable(Type.String()),
  noindex: Type.Boolean(),
  status: OneOf(statuses, { description: 'Shoppers see the last published version of what is `published`.' }),
  version: Type.Integer({ description: 'The newest one, which this is.' }),
  publishedVersion: Nullable(Type.Integer({ description: 'The one that shoppers see; null where they see none.' })),
  url: Nullable(
    Type.String({ description: 'Where it is once it is published; null as long as the store has no handle.' }),
  ),
  locale: Nullable(Type.String()),
  publishedAt: Nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
}

export const WebPage = Type.Object(
  {
    ...entry,
    blocks: Type.Array(Block),
    canonicalUrl: Nullable(Type.String()),
    variables: Variables,
    translations: Translations,
  },
  { title: 'WebPage' },
)
export type WebPage = Static<typeof WebPage>

const WebPageEntry = Type.Object(entry, { title: 'WebPageEntry', description: 'A page without what stands on it.' })
export type WebPageEntry = Static<typeof WebPageEntry>

export const WebPageList = page(WebPageEntry)

export const WebPageFilters = pageQuery({
  status: Type.Optional(AnyOf(statuses)),
  kind: Type.Optional(AnyOf(kinds)),
})
export type WebPageFilters = Static<typeof WebPageFilters>

export const Version = Type.Object(
  {
    version: Type.Integer(),
    title: Type.String(),
    isPublished: Type.Boolean({ description: 'Whether it is the one that shoppers see.' }),
    createdAt: Instant,
    createdBy: Type.Object(
      { type: Type.String({ description: 'A `user`, a `key`, …' }), id: Type.Optional(Type.String()) },
      { title: 'WebPageSaver', description: 'Who saved it.' },
    ),
  },
  { title: 'WebPageVersion' },
)
export type Version = Static<typeof Version>

export const VersionList = page(Version)
export const VersionFilters = pageQuery({})
export type VersionFilters = Static<typeof VersionFilters>

export const byVersion = Type.Object({ id: Id, version: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) })
