import { type Static, Type } from 'typebox'
import { LanguageTag } from '#resources/reviews/schema.ts'
import { limits } from '../schema.ts'

export const bySlug = Type.Object({
  slug: Type.String({
    minLength: 1,
    maxLength: limits.slug,
    description: 'The end of its address, or one that it had.',
  }),
})

export const ShownFilters = Type.Object({
  locale: Type.Optional({
    ...LanguageTag,
    description: "The reader's language, BCP 47: that translation, or the one of its language, or the text itself.",
  }),
  page: Type.Optional(
    Type.String({
      maxLength: 9,
      pattern: '^[1-9]\\d{0,5}(?:\\.[1-9]\\d?)?$',
      'x-expected': 'must be a number, or two with a point between them',
      description:
        'Which page of its reviews, as the links in `html` say it: `2` of the first block of reviews, `2.3` of the third.',
    }),
  ),
})
export type ShownFilters = Static<typeof ShownFilters>

const Typed = { '@type': Type.String({ description: 'What it is to schema.org.' }) }

const JsonLd = Type.Object(
  {
    '@context': Type.Optional(Type.String({ description: '`https://schema.org`' })),
    '@type': Type.Optional(Type.String({ description: '`FAQPage`' })),
    mainEntity: Type.Optional(
      Type.Array(
        Type.Object(
          {
            ...Typed,
            name: Type.String({ description: 'The question.' }),
            acceptedAnswer: Type.Object(
              { ...Typed, text: Type.String({ description: 'The answer, as HTML.' }) },
              { title: 'WebPageJsonLdAnswer' },
            ),
          },
          { title: 'WebPageJsonLdQuestion' },
        ),
        { description: 'The questions.' },
      ),
    ),
  },
  {
    title: 'WebPageJsonLd',
    description: 'Of kind `faq`: one `FAQPage` of exactly the questions in `html`. Otherwise empty.',
  },
)

export const ShownWebPage = Type.Object(
  {
    slug: Type.String({ description: 'The present one, also where a former one was asked for.' }),
    title: Type.String({ description: 'Plain text, for the `h1` and the `title` of the page.' }),
    description: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
    html: Type.String({
      description: 'May stand in a page as it is: no script, no style, no `h1`; its headings begin with `h2`.',
    }),
    jsonLd: Type.Unsafe<object>(JsonLd),
    canonicalUrl: Type.String({ description: 'The one of the page, or where we serve it.' }),
    noindex: Type.Boolean(),
    locale: Type.String({ description: 'The language it is in.' }),
  },
  { title: 'StorefrontWebPage' },
)
export type ShownWebPage = Static<typeof ShownWebPage>
