// Address and telephone are visible only to signed-in users.
import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, emailPattern, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'

export const leadStatuses = ['unconfirmed', 'new', 'contacted', 'closed', 'spam'] as const
export type LeadStatus = (typeof leadStatuses)[number]
const settable = ['new', 'contacted', 'closed', 'spam'] as const

export const leadLimits = { name: 120, phone: 40, message: 2_000, note: 2_000 } as const

const Email = Type.String({
  maxLength: 320,
  pattern: emailPattern,
  'x-expected': 'must be an e-mail address such as jane@example.com',
  description: 'Never shown to shoppers.',
})

export const NewLead = Type.Object(
  {
    email: Email,
    name: Type.Optional(
      Nullable(Type.String({ maxLength: leadLimits.name, description: 'Where the form asks for it.' })),
    ),
    phone: Type.Optional(
      Nullable(Type.String({ maxLength: leadLimits.phone, description: 'Where the form asks for it.' })),
    ),
    message: Type.Optional(
      Nullable(Type.String({ maxLength: leadLimits.message, description: 'Plain text, where the form asks for it.' })),
    ),
    locale: Type.Optional(
      Nullable({ ...LanguageTag, description: 'The language in which the visitor read the form; BCP 47.' }),
    ),
    consent: Type.Boolean({
      description: "The visitor agrees to the form's `consentText`. Nothing else than `true` is taken.",
    }),
    startedAt: Type.Optional(
      Type.String({
        maxLength: 80,
        description:
          'From `GET /storefront/forms`; required. A form that comes back within three seconds, or after a day, is refused.',
      }),
    ),
    homepage: Type.Optional(
      Type.String({
        maxLength: 2000,
        description:
          'A field for programs: people never see it. Filled in, the lead is kept as spam and told to nobody.',
      }),
    ),
  },
  { title: 'NewGalleryLead' },
)
export type NewLead = Static<typeof NewLead>

export const receivedStatuses = ['received', 'confirmation_sent'] as const
export type ReceivedStatus = (typeof receivedStatuses)[number]

export const ReceivedLead = Type.Object(
  {
    id: Id,
    status: OneOf(receivedStatuses, {
      description: '`confirmation_sent` where the form asks visitors to prove their address by a mailed link.',
    }),
  },
  { title: 'ReceivedGalleryLead' },
)

const lead = {
  id: Id,
  galleryId: Id,
  status: OneOf(leadStatuses, {
    description:
      '`unconfirmed` until its sender presses the button behind the mailed link, where the form asks for that.',
  }),
  email: sessionOnly(Type.String()),
  emailLast4: Type.String({ description: 'The masked form of the address.' }),
  name: Nullable(Type.String()),
  phone: sessionOnly(Nullable(Type.String())),
  message: Nullable(Type.String()),
  note: Nullable(Type.String({ description: "The store's own note." })),
  locale: Nullable(Type.String()),
  consentText: Type.String({ description: 'What the visitor agreed to, word for word.' }),
  consentedAt: Instant,
  confirmedAt: Nullable(Type.String({ format: 'date-time', description: 'When the address was proven.' })),
  createdAt: Instant,
  updatedAt: Instant,
}

export const Lead = Type.Object(lead, { title: 'GalleryLead' })
export type Lead = Static<typeof Lead>

export const LeadPage = page(Lead)

const filters = {
  status: Type.Optional(AnyOf(leadStatuses)),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Part of the name, the message or the note, in any case.',
    }),
  ),
  email: Type.Optional(Type.String({ maxLength: 320, description: 'The whole address.' })),
  createdAfter: Type.Optional({ ...Instant, description: 'Sent at this instant or later.' }),
  createdBefore: Type.Optional({ ...Instant, description: 'Sent before this instant.' }),
}

export const LeadFilters = pageQuery(filters)
export type LeadFilters = Static<typeof LeadFilters>

export const LeadExportQuery = Type.Object({
  ...filters,
  format: Type.Optional(OneOf(['csv'], { default: 'csv' })),
})
export type ExportFilters = Omit<Static<typeof LeadExportQuery>, 'format'>

export const LeadChanges = Type.Object(
  {
    status: Type.Optional(OneOf(settable, { description: 'One that is `unconfirmed` can only be made `spam`.' })),
    note: Type.Optional(Nullable(Type.String({ maxLength: leadLimits.note, description: 'Blank is none.' }))),
  },
  { title: 'GalleryLeadChanges' },
)
export type LeadChanges = Static<typeof LeadChanges>

export const byLead = Type.Object({ id: Id, leadId: Id })

export const CustomerLead = Type.Object(
  {
    id: Id,
    galleryId: Id,
    email: sessionOnly(Type.String()),
    emailLast4: Type.String(),
    name: Nullable(Type.String()),
    phone: sessionOnly(Nullable(Type.String())),
    message: Nullable(Type.String()),
    note: Nullable(Type.String()),
    status: OneOf(leadStatuses),
    consentText: Type.String(),
    consentedAt: Instant,
    createdAt: Instant,
  },
  { title: 'CustomerGalleryLead' },
)
