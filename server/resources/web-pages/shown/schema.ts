import { type Static, Type } from 'typebox'
import { OneOf } from '#platform/values/wire.ts'
import { LanguageTag, Rating } from '#resources/reviews/schema.ts'
import { limits } from '../schema.ts'

export const reviewSorts = ['newest', 'highest', 'lowest'] as const
export type ReviewSort = (typeof reviewSorts)[number]

export const bySlug = Type.Object({
  slug: Type.String({
    minLength: 1,
    maxLength: limits.slug,
    description: 'Last segment of the page address, current or former.',
    examples: ['about-us'],
  }),
})

export const ShownFilters = Type.Object({
  locale: Type.Optional({
    ...LanguageTag,
    description: 'Language of the reader, as a BCP 47 tag. Without a translation, the original text is returned.',
    examples: ['en'],
  }),
  page: Type.Optional(
    Type.String({
      maxLength: 9,
      pattern: '^[1-9]\\d{0,5}(?:\\.[1-9]\\d?)?$',
      'x-expected': 'must be a number, or two with a point between them',
      description:
        'Page of a reviews block, as in the links of `html`. `2`: page 2 of the first block. `2.3`: page 2 of the third.',
    }),
  ),
  rating: Type.Optional({
    ...Rating,
    description: 'Filter: reviews with this number of stars, in the block that `page` names, else in the first.',
    examples: [5],
  }),
  sort: Type.Optional(
    OneOf(reviewSorts, {
      default: 'newest',
      description:
        'Order of the reviews in the block that `page` names, else in the first. Reviews with equal stars are newest first.',
    }),
  ),
  hasPhotos: Type.Optional(
    Type.Boolean({
      description: 'Filter: `true` for reviews with photos, in the block that `page` names, else in the first.',
    }),
  ),
  controls: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'Whether `html` has what our own pages have: stars to filter by, links to sort, and pictures of the products. Set it only if your page sends `rating`, `sort` and `hasPhotos` of its address to this call.',
    }),
  ),
})
export type ShownFilters = Static<typeof ShownFilters>

const Typed = { '@type': Type.String({ description: 'Type of the object at schema.org.', examples: ['Question'] }) }

const JsonLd = Type.Object(
  {
    '@context': Type.Optional(
      Type.String({ description: 'Always `https://schema.org`.', examples: ['https://schema.org'] }),
    ),
    '@type': Type.Optional(Type.String({ description: 'Always `FAQPage`.', examples: ['FAQPage'] })),
    mainEntity: Type.Optional(
      Type.Array(
        Type.Object(
          {
            ...Typed,
            name: Type.String({ description: 'Question, as plain text.', examples: ['Is it dishwasher safe?'] }),
            acceptedAnswer: Type.Object(
              {
                ...Typed,
                text: Type.String({
                  description: 'Answer, as HTML.',
                  examples: ['<p>Yes, <strong>all</strong> of our mugs are.</p>'],
                }),
              },
              { title: 'WebPageJsonLdAnswer' },
            ),
          },
          { title: 'WebPageJsonLdQuestion' },
        ),
        { description: 'Questions of the page.' },
      ),
    ),
  },
  {
    title: 'WebPageJsonLd',
    description: 'Structured data: a `FAQPage` with the questions in `html` for kind `faq`, else empty.',
  },
)

export const ShownWebPage = Type.Object(
  {
    slug: Type.String({ description: 'Current last segment of the page address.', examples: ['about-us'] }),
    title: Type.String({
      description: 'Title for `h1` and `title` of the page, as plain text.',
      examples: ['About us'],
    }),
    description: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: "Description for search results, in the reader's language. Null without one.",
      examples: ['The makers of your mugs, and reviews by their customers.'],
    }),
    html: Type.String({
      description:
        'Content as sanitised HTML, safe to embed in a page: no script, style or `h1`. Headings start with `h2`.',
      examples: ['<p>We throw every mug <strong>by hand</strong>.</p>'],
    }),
    jsonLd: Type.Unsafe<object>(JsonLd),
    canonicalUrl: Type.String({
      description: 'Canonical address of the page: the one in the shop, or ours.',
      examples: ['https://shop.example.com/pages/about-us'],
    }),
    noindex: Type.Boolean({
      description:
        'Whether search engines are asked not to index the page. True for a filtered or sorted list of reviews.',
    }),
    locale: Type.String({ description: 'Language of the texts, as a BCP 47 tag.', examples: ['en'] }),
  },
  { title: 'StorefrontWebPage' },
)
export type ShownWebPage = Static<typeof ShownWebPage>
