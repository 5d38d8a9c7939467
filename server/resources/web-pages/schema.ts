import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, Id, Instant, Nullable, notBlank, OneOf } from '#platform/values/wire.ts'
import { LanguageTag, subjects } from '#resources/reviews/schema.ts'
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
  /** Limits the characters of all texts in all languages. */
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
  description: 'Last segment of the page address.',
  examples: ['about-us'],
})
const Title = Type.String({
  minLength: 1,
  maxLength: limits.title,
  ...notBlank,
  description: 'Title in the heading of the page and in search results, as plain text.',
  examples: ['About us'],
})
const Description = Nullable(
  Type.String({
    maxLength: limits.description,
    description: 'Description for search results. Null without one.',
    examples: ['The makers of your mugs, and reviews by their customers.'],
  }),
)

export const Block = Type.Object(
  {
    type: OneOf(blockTypes, { description: 'Kind of the block.' }),
    text: Type.Optional(
      Type.String({
        maxLength: limits.text,
        description:
          'Text of a `markdown` block, in CommonMark. Raw HTML is shown as text. Links may use `http(s):`, `mailto:`, `tel:` or a path of the shop. Pictures must already be shown by the store.',
        examples: ['We throw every mug **by hand**.'],
      }),
    ),
    subject: Type.Optional(
      OneOf(subjects, {
        description:
          'Subject of the reviews in a `reviews` block. `shop` shows reviews of the shop itself; omit `productIds` then. Default: `product`.',
      }),
    ),
    productIds: Type.Optional(
      Type.Array(Id, {
        maxItems: limits.products,
        uniqueItems: true,
        description:
          'Ids of products. A `reviews` block shows reviews of these products, or of all products if omitted. A `products` block shows the products in this order.',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.reviewsOnPage,
        description: 'Number of reviews in a `reviews` block before a link to more. Default: 20.',
      }),
    ),
    group: Type.Optional(
      Nullable(
        Type.String({
          maxLength: limits.group,
          description: 'Group of FAQs in a `faqs` block. Null or omitted shows all.',
          examples: ['Care'],
        }),
      ),
    ),
    galleryId: Type.Optional({
      ...Id,
      description: 'Id of the gallery in a `gallery` block. Shoppers see the gallery while it is published.',
    }),
    label: Type.Optional(
      Type.String({ maxLength: limits.label, description: 'Label of a `button` block.', examples: ['See all mugs'] }),
    ),
    url: Type.Optional(
      Type.String({
        maxLength: limits.url,
        description: 'Target of a `button` block: `http(s):`, `mailto:`, `tel:` or a path of the shop.',
        examples: ['https://shop.acme.example/collections/mugs'],
      }),
    ),
  },
  {
    title: 'WebPageBlock',
    description:
      '`{type: "markdown", text}`, `{type: "reviews", subject, productIds, limit}`, `{type: "faqs", group}`, `{type: "gallery", galleryId}`, `{type: "products", productIds}` or `{type: "button", label, url}`.',
  },
)
export type Block = Static<typeof Block>

const Blocks = Type.Array(Block, { maxItems: limits.blocks, description: 'Content of the page, in display order.' })

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
    'Title, description and blocks by language, such as `{"de": {"title": "…"}}`. Missing texts use the original.',
})

const looks = {
  color: 'Colour, such as `#43552f`.',
  length: 'Length, such as `10px`.',
  font: 'Font names, such as `Georgia, serif`.',
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
        'Style variables of the page, such as `{"--evident-accent": "#43552f"}`. Other names and values are refused with 400.',
    },
  ),
)

const Locale = Nullable({
  ...LanguageTag,
  description: 'Language of the texts, as a BCP 47 tag. Null if unknown.',
  examples: ['en'],
})

const CanonicalUrl = Nullable(
  Type.String({
    maxLength: limits.url,
    description:
      'Address of the same page in the shop, on an origin of the store. Search engines are pointed to it. Null without one.',
    examples: ['https://shop.example.com/pages/about-us'],
  }),
)

const changeable = {
  title: Title,
  description: Description,
  blocks: Blocks,
  noindex: Type.Boolean({ description: 'Whether search engines are asked not to index the page.' }),
  canonicalUrl: CanonicalUrl,
  variables: Variables,
  locale: Locale,
  translations: Translations,
}

export const NewWebPage = Type.Object(
  {
    kind: OneOf(kinds, {
      description: 'Kind of the page. A `faq` page tells search engines which questions it answers.',
    }),
    slug: Slug,
    ...Type.Partial(Type.Object(changeable)).properties,
    title: Title,
    blocks: Type.Optional({
      ...Blocks,
      description:
        'Content of the page, in display order. Default: all reviews for kind `reviews`, all FAQs for kind `faq`.',
    }),
    noindex: Type.Optional({
      ...changeable.noindex,
      default: false,
      description: 'Whether search engines are asked not to index the page.',
    }),
  },
  { title: 'NewWebPage' },
)
export type NewWebPage = Static<typeof NewWebPage>

const Seen = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'Version that you read. If a newer one exists, the call returns 409 `conflict` and changes nothing.',
})

export const WebPageChanges = Type.Object(
  {
    ...Type.Partial(
      Type.Object({
        kind: described(
          NewWebPage.properties.kind,
          'Kind of the page. A `faq` page tells search engines which questions it answers.',
        ),
        slug: Slug,
        ...changeable,
      }),
    ).properties,
    version: Type.Optional(Seen),
  },
  { title: 'WebPageChanges' },
)
export type WebPageChanges = Static<typeof WebPageChanges>

export const SeenVersion = Type.Object({ version: Type.Optional(Seen) }, { title: 'WebPageSeen' })

const entry = {
  id: described(Id, 'Id of the page, a UUIDv7.'),
  kind: OneOf(kinds, { description: 'Kind of the page.' }),
  slug: Type.String({ description: 'Last segment of the page address.', examples: ['about-us'] }),
  title: Type.String({
    description: 'Title in the heading of the page and in search results.',
    examples: ['About us'],
  }),
  description: Nullable(
    Type.String({
      description: 'Description for search results. Null without one.',
      examples: ['The makers of your mugs, and reviews by their customers.'],
    }),
  ),
  noindex: Type.Boolean({ description: 'Whether search engines are asked not to index the page.' }),
  status: OneOf(statuses, {
    description: 'Status of the page. Shoppers see the last published version of `published` pages.',
  }),
  version: Type.Integer({ description: 'Number of this version, which is the newest one of the page.' }),
  publishedVersion: Nullable(
    Type.Integer({ description: 'Number of the version that shoppers see. Null if they see none.' }),
  ),
  url: Nullable(
    Type.String({
      description: 'Address of the published page. Null while the store has no handle.',
      examples: ['https://reviews.example.com/p/acme-mugs/about-us'],
    }),
  ),
  locale: Nullable(
    Type.String({ description: 'Language of the texts, as a BCP 47 tag. Null if unknown.', examples: ['en'] }),
  ),
  publishedAt: Nullable(described(Instant, 'Time of the last publication. Null if never published.')),
  createdAt: described(Instant, 'Time the page was created.'),
  updatedAt: described(Instant, 'Time the page was last changed.'),
}

export const WebPage = Type.Object(
  {
    ...entry,
    blocks: Type.Array(Block, { description: 'Content of the page, in display order.' }),
    canonicalUrl: Nullable(
      Type.String({
        description: 'Address of the same page in the shop, for search engines. Null without one.',
        examples: ['https://shop.example.com/pages/about-us'],
      }),
    ),
    variables: Variables,
    translations: Translations,
  },
  { title: 'WebPage' },
)
export type WebPage = Static<typeof WebPage>

const WebPageEntry = Type.Object(entry, { title: 'WebPageEntry', description: 'Page without its blocks.' })
export type WebPageEntry = Static<typeof WebPageEntry>

export const WebPageList = page(WebPageEntry)

export const WebPageFilters = pageQuery({
  status: Type.Optional(AnyOf(statuses, { description: 'Filter: pages with these statuses.' })),
  kind: Type.Optional(AnyOf(kinds, { description: 'Filter: pages of these kinds.' })),
})
export type WebPageFilters = Static<typeof WebPageFilters>

export const Version = Type.Object(
  {
    version: Type.Integer({ description: 'Number of the version, ascending.' }),
    title: Type.String({ description: 'Title of the page in this version.', examples: ['About us'] }),
    isPublished: Type.Boolean({ description: 'Whether shoppers see this version.' }),
    createdAt: described(Instant, 'Time the version was created.'),
    createdBy: Type.Object(
      {
        type: Type.String({ description: 'Kind of the editor, such as `user` or `key`.', examples: ['user'] }),
        id: Type.Optional(
          Type.String({
            description: 'Id of the person or key that saved the version.',
            examples: ['Zk3Q0c8dYtVbR2mN'],
          }),
        ),
      },
      { title: 'WebPageSaver', description: 'Person or key that saved the version. Null if unknown.' },
    ),
  },
  { title: 'WebPageVersion' },
)
export type Version = Static<typeof Version>

export const VersionList = page(Version)
export const VersionFilters = pageQuery({})
export type VersionFilters = Static<typeof VersionFilters>

export const byVersion = Type.Object({
  id: described(Id, 'Id of the page.'),
  version: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'Number of the page version.' }),
})
