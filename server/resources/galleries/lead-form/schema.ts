import { type Static, Type } from 'typebox'
import { emailPattern, Nullable, OneOf, secretField } from '#platform/values/wire.ts'
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
  title: FormText('Above the form.'),
  intro: FormText('Below the title; plain text.'),
  buttonLabel: FormText('Without one the widget has its own word.'),
  successText: FormText('Shown once a lead is sent. Without one the widget thanks in its own words.'),
  consentText: FormText(
    'What visitors agree to; required while the form is on. It is kept with each lead, word for word.',
  ),
}

export const LeadFormTexts = Type.Partial(Type.Object(texts), { title: 'GalleryLeadFormTexts' })
export type LeadFormTexts = Static<typeof LeadFormTexts>

const fields = Type.Object(
  Object.fromEntries(fieldNames.map((name) => [name, OneOf(needs)])) as Record<
    (typeof fieldNames)[number],
    ReturnType<typeof OneOf<typeof needs>>
  >,
  { title: 'GalleryLeadFormFields' },
)

const PrivacyUrl = Nullable(
  Type.String({
    maxLength: formLimits.url,
    pattern: '^https?://[^\\s]+$',
    'x-expected': 'must be an address that begins with https://',
    description: 'Where the store says what it does with what it is sent.',
  }),
)
const NotificationEmail = Nullable(
  Type.String({
    maxLength: 320,
    pattern: emailPattern,
    'x-expected': 'must be an e-mail address such as jane@example.com',
    description:
      'Merchant address that gets a mail for each lead, or one digest above 20 leads an hour. Null when unset, and for a Viewer. Never shown to shoppers.',
  }),
)
const RetentionDays = Type.Integer({
  minimum: 1,
  maximum: formLimits.retentionDays,
  description: 'After so many days a lead is deleted.',
})
const WebhookUrl = Nullable(
  Type.String({
    minLength: 1,
    maxLength: formLimits.url,
    description:
      'Where the body of `gallery.lead_submitted` goes, signed and tried again as any webhook: https, on port 443 or from 1024 up, at a public address. Never told to shoppers.',
  }),
)

export const LeadFormChanges = Type.Object(
  {
    enabled: Type.Optional(Type.Boolean()),
    ...Type.Partial(Type.Object(texts)).properties,
    privacyUrl: Type.Optional(PrivacyUrl),
    fields: Type.Optional({ ...Type.Partial(fields), title: 'GalleryLeadFormFieldChanges' }),
    notificationEmail: Type.Optional(NotificationEmail),
    webhookUrl: Type.Optional(WebhookUrl),
    confirmEmail: Type.Optional(Type.Boolean()),
    retentionDays: Type.Optional(RetentionDays),
  },
  { title: 'GalleryLeadFormChanges', description: 'The form below the pictures. What is not named stays.' },
)
export type LeadFormChanges = Static<typeof LeadFormChanges>

export const LeadForm = Type.Object(
  {
    enabled: Type.Boolean(),
    ...texts,
    privacyUrl: PrivacyUrl,
    fields,
    notificationEmail: NotificationEmail,
    webhookUrl: WebhookUrl,
    webhookDisabledReason: Nullable(
      OneOf(disabledReasons, {
        description: 'Why nothing is sent to `webhookUrl` at present. Saving the address once more begins anew.',
      }),
    ),
    confirmEmail: Type.Boolean({
      description: 'Whether a lead counts only once its sender has pressed the button behind a mailed link.',
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
          description:
            'Secret with which the receiver checks signatures, as of any webhook. Only in the answer to the call that sets a new `webhookUrl`.',
        }),
      ),
    ),
  },
  { title: 'SetGalleryLeadForm' },
)
export type SetLeadForm = Static<typeof SetLeadForm>

export const ShownLeadForm = Type.Object(
  { enabled: Type.Boolean(), ...texts, privacyUrl: PrivacyUrl, fields },
  { title: 'StorefrontGalleryLeadForm' },
)
export type ShownLeadForm = Static<typeof ShownLeadForm>
