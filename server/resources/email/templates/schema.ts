import { type Static, Type } from 'typebox'
import { described, Instant, Nullable, OneOf, withExample } from '#platform/values/wire.ts'
import { EmailBrandingUpdate } from '#resources/email-branding/schema.ts'
import { categories } from '../messages/schema.ts'

export const longest = { subject: 500, preheader: 500, heading: 500, body: 20_000, button: 200, mjml: 200_000 }

const Locale = Type.String({
  minLength: 2,
  maxLength: 35,
  description: 'Language to render, as a BCP 47 tag.',
  examples: ['en'],
})

export const byName = Type.Object({
  name: Type.String({
    minLength: 1,
    maxLength: 60,
    description: 'Name of the template.',
    examples: ['review_request'],
  }),
})
export const inLocale = Type.Object({
  locale: Type.Optional({
    ...Locale,
    description: "Language of the template, as a BCP 47 tag. Default: the store's language.",
    examples: ['en'],
  }),
})

const Source = (part: keyof typeof longest, description: string) =>
  Type.Optional(Nullable(Type.String({ maxLength: longest[part], description })))

export const TemplateDraft = Type.Object(
  {
    subject: withExample(
      Source('subject', 'Subject of the email to try. Null uses the stored one.'),
      'How is your {{ products[0].title }}?',
    ),
    preheader: withExample(
      Source('preheader', 'Preview line that mailboxes show after the subject. Null uses the stored one.'),
      'Tap a star. It takes a minute.',
    ),
    heading: withExample(Source('heading', 'Large line at the top. Null uses the stored one.'), 'How do you like it?'),
    body: withExample(
      Source(
        'body',
        'Text of the email. Blank lines separate paragraphs. Allowed elements: p, br, strong, em, a, ul, ol, li, h2, h3, blockquote, img.',
      ),
      'Would you tell us how it turned out?',
    ),
    button: withExample(Source('button', 'Label of the button. Null uses the stored one.'), 'Write a review'),
    mjml: withExample(Source('mjml', 'Layout of your own, as MJML. Null uses the built-in layout.'), '<mjml>…</mjml>'),
  },
  { title: 'EmailTemplateDraft' },
)
export type TemplateDraft = Static<typeof TemplateDraft>

export type MailWords = {
  subject: string
  heading: string | null
  body: string
  button: { label: string; url: string } | null
}

/**
 * `version` is a permanent cache key, or null for previews. `locale` is null if the texts are in the store's language.
 */
export type OwnWords = { words: MailWords; version: string | null; locale: string | null }

const texts = {
  subject: Type.String({ description: 'Subject of the email.', examples: ['How is your {{ products[0].title }}?'] }),
  preheader: Type.String({
    description: 'Preview line that mailboxes show after the subject.',
    examples: ['Tap a star. It takes a minute.'],
  }),
  heading: Type.String({ description: 'Line above the text of the email.', examples: ['How do you like it?'] }),
  body: Type.String({
    description: 'Text of the email. Blank lines separate paragraphs.',
    examples: ['Would you tell us how it turned out?'],
  }),
  button: Type.String({ description: 'Label of the button.', examples: ['Write a review'] }),
}

const Variable = Type.Object(
  {
    name: Type.String({
      description: 'Name of the variable, such as `customer.firstName`.',
      examples: ['customer.firstName'],
    }),
    description: Type.String({
      description: 'Meaning of the variable.',
      examples: ['The first name of the customer, empty if not known'],
    }),
    sample: Nullable(
      Type.String({ description: 'Sample value of the variable. Null without one.', examples: ['Jane'] }),
    ),
  },
  { title: 'EmailTemplateVariable' },
)

const about = {
  name: Type.String({ description: 'Name of the template.', examples: ['review_request'] }),
  description: Type.String({
    description: 'Purpose of the template.',
    examples: ['Asks a customer for a review of what they bought.'],
  }),
  category: OneOf(categories, {
    description: 'Category people can unsubscribe from. `transactional` emails have no unsubscribe link.',
  }),
  customizedLocales: Type.Array(Type.String({ examples: ['en'] }), {
    description: 'Languages with a template of your own, as BCP 47 tags.',
  }),
  builtInLocales: Type.Array(Type.String({ examples: ['en'] }), {
    description: 'Languages with a built-in template, as BCP 47 tags.',
  }),
}

export const TemplateList = Type.Object({
  data: Type.Array(
    Type.Object(
      {
        ...about,
        subject: Type.String({
          description: "Subject of the email in the store's language, in Liquid.",
          examples: ['How is your {{ products[0].title }}?'],
        }),
        variables: Type.Array(Type.String({ examples: ['customer.firstName'] }), {
          description: 'Names of the variables the template can use.',
        }),
      },
      { title: 'EmailTemplateSummary' },
    ),
    { description: 'Email templates.' },
  ),
})

export const EmailTemplate = Type.Object(
  {
    ...about,
    locale: Type.String({ description: 'Language of the template, as a BCP 47 tag.', examples: ['en'] }),
    customized: Type.Boolean({ description: 'Whether this language has a template of your own.' }),
    updatedAt: Nullable(described(Instant, 'Time the template was last changed. Null while it is the built-in one.')),
    content: Type.Object(
      {
        ...texts,
        mjml: Nullable(
          Type.String({
            description: 'Layout of your own, as MJML. Null uses the built-in layout.',
            examples: ['<mjml>…</mjml>'],
          }),
        ),
      },
      { title: 'EmailTemplateContent', description: 'Texts that are sent, in Liquid.' },
    ),
    defaults: Type.Object(
      { ...texts, mjml: Type.String({ description: 'Built-in layout, as MJML.', examples: ['<mjml>…</mjml>'] }) },
      { title: 'EmailTemplateDefaults', description: 'Built-in texts.' },
    ),
    variables: Type.Array(Variable, { description: 'Variables the template can use.' }),
  },
  { title: 'EmailTemplate' },
)
export type EmailTemplate = Static<typeof EmailTemplate>

const Text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })))
const PreviewProduct = Type.Object(
  {
    title: described(Text(500), 'Title of the product in the preview. Null uses the sample.', 'Stoneware mug'),
    imageUrl: described(
      Text(2000),
      'Address of a product picture in the preview. Null shows none.',
      'https://shop.acme.example/images/mug.jpg',
    ),
  },
  { description: 'Product in the preview.' },
)

export const PreviewData = Type.Object(
  {
    customer: Type.Optional(
      Type.Object(
        {
          name: described(Text(200), 'Full name of the buyer in the preview. Null uses the sample.', 'Jane Doe'),
          firstName: described(Text(200), 'First name of the buyer in the preview. Null uses the sample.', 'Jane'),
        },
        { description: 'Buyer in the preview.' },
      ),
    ),
    order: Type.Optional(
      Type.Object(
        {
          number: described(Text(255), 'Order number in the preview. Null uses the sample.', '#1001'),
          placedAt: Type.Optional(described(Instant, 'Time of the order in the preview.')),
        },
        { description: 'Order in the preview.' },
      ),
    ),
    products: Type.Optional(
      Type.Array(PreviewProduct, { minItems: 1, maxItems: 50, description: 'Products in the preview.' }),
    ),
    product: Type.Optional(PreviewProduct),
    review: Type.Optional(
      Type.Object(
        {
          title: described(Text(150), 'Title of the review in the preview. Null uses the sample.', 'Daily companion'),
          body: described(
            Text(5000),
            'Text of the review in the preview. Null uses the sample.',
            'Keeps tea hot for an hour.',
          ),
          rating: Type.Optional(
            Type.Integer({
              minimum: 1,
              maximum: 5,
              description: 'Stars of the review in the preview, 1 to 5.',
              examples: [5],
            }),
          ),
        },
        { description: 'Review in the preview.' },
      ),
    ),
    reply: Type.Optional(
      Type.Object(
        {
          body: described(Text(5000), 'Text of the reply in the preview. Null uses the sample.', 'Thank you, Jane!'),
          authorName: described(Text(200), 'Author name in the preview. Null uses the sample.', 'Acme Shop'),
        },
        { description: 'Reply of the store in the preview.' },
      ),
    ),
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
    description: 'Branding to preview, as for `PUT /email-branding`. Default: the stored branding.',
  }),
})
export type PreviewRequest = Static<typeof PreviewRequest>

export const Preview = Type.Object(
  {
    locale: Type.String({ description: 'Language of the preview, as a BCP 47 tag.', examples: ['en'] }),
    subject: Type.String({ description: 'Subject of the email.', examples: ['How is your Stoneware mug?'] }),
    html: Type.String({
      description: 'HTML part of the email.',
      examples: ['<p>Would you tell us how it turned out?</p>'],
    }),
    text: Type.String({
      description: 'Plain text part of the email.',
      examples: ['Would you tell us how it turned out?'],
    }),
  },
  { title: 'EmailTemplatePreview' },
)

export const TestRequest = Type.Object({
  to: Type.String({
    minLength: 3,
    maxLength: 320,
    pattern: '^[^\\s@]+@[^\\s@]+$',
    'x-expected': 'must be an e-mail address such as jane@example.com',
    description: 'Email address of a member of the organization.',
    examples: ['owner@acme.example'],
  }),
  locale: Type.Optional(Locale),
  draft: Type.Optional(TemplateDraft),
})

export const Queued = Type.Object(
  { messageId: Type.String({ format: 'uuid', description: 'Id of the test email.' }) },
  { title: 'EmailTemplateTest' },
)
