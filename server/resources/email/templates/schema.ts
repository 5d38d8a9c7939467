import { type Static, Type } from 'typebox'
import { Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { EmailBrandingUpdate } from '#resources/email-branding/schema.ts'
import { categories } from '../messages/schema.ts'

export const longest = { subject: 500, preheader: 500, heading: 500, body: 20_000, button: 200, mjml: 200_000 }

const Locale = Type.String({ minLength: 2, maxLength: 35, description: 'A language tag such as de or pt-BR.' })

export const byName = Type.Object({ name: Type.String({ minLength: 1, maxLength: 60, description: 'The template.' }) })
export const inLocale = Type.Object({
  locale: Type.Optional({
    ...Locale,
    description: "A language tag such as de or pt-BR. Default: the store's language.",
  }),
})

const Source = (part: keyof typeof longest, description: string) =>
  Type.Optional(Nullable(Type.String({ maxLength: longest[part], description })))

/** Liquid. Fields left out or null stay built in. */
export const TemplateDraft = Type.Object(
  {
    subject: Source('subject', 'The subject line.'),
    preheader: Source('preheader', 'What lists of mails show after the subject.'),
    heading: Source('heading', 'The large line at the top.'),
    body: Source(
      'body',
      'The text: blank lines make paragraphs; p, br, strong, em, a, ul, ol, li, h2, h3, blockquote, img are allowed.',
    ),
    button: Source('button', 'The words on the button.'),
    mjml: Source('mjml', 'A whole layout of your own in MJML, in place of the built-in one.'),
  },
  { title: 'EmailTemplateDraft' },
)
export type TemplateDraft = Static<typeof TemplateDraft>

/** Texts of a mail without a template, all in Liquid. */
export type MailWords = {
  subject: string
  heading: string | null
  body: string
  button: { label: string; url: string } | null
}

/** `version` is a permanent cache key, null for previews. `locale`: the texts' language, if not the store's. */
export type OwnWords = { words: MailWords; version: string | null; locale: string | null }

const texts = {
  subject: Type.String(),
  preheader: Type.String(),
  heading: Type.String(),
  body: Type.String(),
  button: Type.String(),
}

const Variable = Type.Object(
  { name: Type.String(), description: Type.String(), sample: Nullable(Type.String()) },
  { title: 'EmailTemplateVariable' },
)

const about = {
  name: Type.String(),
  description: Type.String(),
  category: OneOf(categories, { description: 'What a customer unsubscribes from; transactional mail is always sent.' }),
  customizedLocales: Type.Array(Type.String(), { description: 'The languages in which you have replaced it.' }),
  builtInLocales: Type.Array(Type.String(), { description: 'The languages in which it can be sent as it is.' }),
}

export const TemplateList = Type.Object({
  data: Type.Array(Type.Object({ ...about, variables: Type.Array(Type.String()) }, { title: 'EmailTemplateSummary' })),
})

export const EmailTemplate = Type.Object(
  {
    ...about,
    locale: Type.String(),
    customized: Type.Boolean({ description: 'Whether this language has words of your own.' }),
    updatedAt: Nullable(Instant),
    content: Type.Object(
      { ...texts, mjml: Nullable(Type.String({ description: 'Your own layout; null: the built-in one.' })) },
      { title: 'EmailTemplateContent', description: 'What is sent, in Liquid.' },
    ),
    defaults: Type.Object(
      { ...texts, mjml: Type.String() },
      { title: 'EmailTemplateDefaults', description: 'What is built in.' },
    ),
    variables: Type.Array(Variable, { description: 'What a template can name.' }),
  },
  { title: 'EmailTemplate' },
)
export type EmailTemplate = Static<typeof EmailTemplate>

const Text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })))
const PreviewProduct = Type.Object({ title: Text(500), imageUrl: Text(2000) })

export const PreviewData = Type.Object(
  {
    customer: Type.Optional(Type.Object({ name: Text(200), firstName: Text(200) })),
    order: Type.Optional(Type.Object({ number: Text(255), placedAt: Type.Optional(Instant) })),
    products: Type.Optional(Type.Array(PreviewProduct, { minItems: 1, maxItems: 50 })),
    product: Type.Optional(PreviewProduct),
    review: Type.Optional(
      Type.Object({
        title: Text(150),
        body: Text(5000),
        rating: Type.Optional(Type.Integer({ minimum: 1, maximum: 5 })),
      }),
    ),
    reply: Type.Optional(Type.Object({ body: Text(5000), authorName: Text(200) })),
  },
  { title: 'EmailTemplatePreviewData' },
)
export type PreviewData = Static<typeof PreviewData>

export const PreviewRequest = Type.Object({
  locale: Type.Optional(Locale),
  draft: Type.Optional(TemplateDraft),
  data: Type.Optional(PreviewData),
  branding: Type.Optional({
    ...EmailBrandingUpdate,
    description: 'A look to try, as PUT /email-branding takes it; the one that is kept when left out.',
  }),
})
export type PreviewRequest = Static<typeof PreviewRequest>

export const Preview = Type.Object(
  { locale: Type.String(), subject: Type.String(), html: Type.String(), text: Type.String() },
  { title: 'EmailTemplatePreview' },
)

export const TestRequest = Type.Object({
  to: Type.String({
    minLength: 3,
    maxLength: 320,
    pattern: '^[^\\s@]+@[^\\s@]+$',
    'x-expected': 'must be an e-mail address such as jane@example.com',
    description: 'A member of yours.',
  }),
  locale: Type.Optional(Locale),
  draft: Type.Optional(TemplateDraft),
})

export const Queued = Type.Object({ messageId: Type.String({ format: 'uuid' }) }, { title: 'EmailTemplateTest' })
