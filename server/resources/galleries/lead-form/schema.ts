import { type Static, Type } from 'typebox'
import { emailPattern, Nullable, OneOf, secretField, withExample } from '#platform/values/wire.ts'
import { disabledReasons } from '#resources/outbound-webhooks/schema.ts'

export const needs = ['off', 'optional', 'required'] as const
export type Need = (typeof needs)[number]
export const fieldNames = ['name', 'phone', 'message'] as const
export type Fields = Record<(typeof fieldNames)[number], Need>

export const textNames = ['title', 'intro', 'buttonLabel', 'successText', 'consentText'] as const
export type TextName = (typeof textNames)[number]
export const formLimits = { text: 500, url: 2_048, retentionDays: 1_825 } as const

const FormText = (description: string) => Nullable(Type.String({ maxLength: formLimits.text, description }))

const texts = {
  title: withExample(FormText('Title above the form. Null without one.'), 'Write to us'),
  intro: withExample(
    FormText('Introduction below the title, as plain text. Null without one.'),
    'We answer within a day.',
  ),
  buttonLabel: withExample(FormText("Label of the button. Null uses the widget's own."), 'Send'),
  successText: withExample(
    FormText("Text shown after a lead was sent. Null uses the widget's own."),
    'Thank you! We will write to you soon.',
  ),
  consentText: withExample(
    FormText(
      'Consent that visitors give, required while the form is on. It is stored with each lead, word for word. Null without one.',
    ),
    'I agree that my message is stored to answer it.',
  ),
}

export const LeadFormTexts = Type.Partial(Type.Object(texts), { title: 'GalleryLeadFormTexts' })
export type LeadFormTexts = Static<typeof LeadFormTexts>

const fields = Type.Object(
  Object.fromEntries(
    fieldNames.map((name) => [name, OneOf(needs, { description: `Whether the form asks for the ${name}.` })]),
  ) as Record<(typeof fieldNames)[number], ReturnType<typeof OneOf<typeof needs>>>,
  { title: 'GalleryLeadFormFields' },
)

const PrivacyUrl = Nullable(
  Type.String({
    maxLength: formLimits.url,
    pattern: '^https?://[^\\s]+$',
    'x-expected': 'must be an address that begins with https://',
    description: 'Address of the privacy policy of the store. Null without one.',
    examples: ['https://shop.acme.example/privacy'],
  }),
)
const NotificationEmail = Nullable(
  Type.String({
    maxLength: 320,
    pattern: emailPattern,
    'x-expected': 'must be an e-mail address such as jane@example.com',
    description:
      'Merchant address that gets an email for each lead, or one digest above 20 leads an hour. Null when unset, and for a Viewer. Shoppers never see it.',
    examples: ['sales@shop.example.com'],
  }),
)
const RetentionDays = Type.Integer({
  minimum: 1,
  maximum: formLimits.retentionDays,
  description: 'Days until a lead is deleted.',
})
const WebhookUrl = Nullable(
  Type.String({
    minLength: 1,
    maxLength: formLimits.url,
    description:
      'Address that gets the signed body of `gallery.lead_submitted`, with retries. It needs https, port 443 or from 1024 up, and a public address. Shoppers never see it.',
    examples: ['https://crm.example.com/hooks/leads'],
  }),
)

export const LeadFormChanges = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean({ description: 'Whether the form is shown below the pictures.' })),
    ...Type.Partial(Type.Object(texts)).properties,
    privacyUrl: Type.Optional(PrivacyUrl),
    fields: Type.Optional({ ...Type.Partial(fields), title: 'GalleryLeadFormFieldChanges' }),
    notificationEmail: Type.Optional(NotificationEmail),
    webhookUrl: Type.Optional(WebhookUrl),
    confirmEmail: Type.Optional(
      Type.Boolean({
        description: 'Whether a lead counts only after its sender confirmed the address through an emailed link.',
      }),
    ),
    retentionDays: Type.Optional(RetentionDays),
  },
  { title: 'GalleryLeadFormChanges', description: 'Form below the pictures. Omitted fields keep their values.' },
)
export type LeadFormChanges = Static<typeof LeadFormChanges>

export const LeadForm = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether the form is shown below the pictures.' }),
    ...texts,
    privacyUrl: PrivacyUrl,
    fields,
    notificationEmail: NotificationEmail,
    webhookUrl: WebhookUrl,
    webhookDisabledReason: Nullable(
      OneOf(disabledReasons, {
        description:
          'Reason nothing is sent to `webhookUrl`. Saving the address again restarts deliveries. Null while deliveries are on.',
      }),
    ),
    confirmEmail: Type.Boolean({
      description: 'Whether a lead counts only after its sender confirmed the address through an emailed link.',
    }),
    retentionDays: RetentionDays,
  },
  { title: 'GalleryLeadForm' },
)
export type LeadForm = Static<typeof LeadForm>

export const SetLeadForm = Type.Object(
  {
    ...LeadForm.properties,
    webhookSecret: Type.Optional(
      secretField(
        Type.String({
          description: 'Signing secret of the webhook. Only in the response to a call that sets a new `webhookUrl`.',
          examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
        }),
      ),
    ),
  },
  { title: 'SetGalleryLeadForm' },
)
export type SetLeadForm = Static<typeof SetLeadForm>

export const ShownLeadForm = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether the form accepts leads.' }),
    ...texts,
    privacyUrl: PrivacyUrl,
    fields,
  },
  { title: 'StorefrontGalleryLeadForm' },
)
export type ShownLeadForm = Static<typeof ShownLeadForm>
