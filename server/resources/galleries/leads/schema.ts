// Address and telephone are visible only to signed-in users.
import { type Static, Type } from 'typebox'
import { page, pageQuery } from '#platform/calls/paging/page.ts'
import { AnyOf, described, emailPattern, Id, Instant, Nullable, OneOf, sessionOnly } from '#platform/values/wire.ts'
import { LanguageTag } from '#resources/reviews/schema.ts'

export const leadStatuses = ['unconfirmed', 'new', 'contacted', 'closed', 'spam'] as const
export type LeadStatus = (typeof leadStatuses)[number]
const settable = ['new', 'contacted', 'closed', 'spam'] as const

export const leadLimits = { name: 120, phone: 40, message: 2_000, note: 2_000 } as const

const Email = Type.String({
  maxLength: 320,
  pattern: emailPattern,
  'x-expected': 'must be an e-mail address such as jane@example.com',
  description: 'Email address of the visitor. Shoppers never see it.',
  examples: ['jane.doe@customer.example'],
})

export const NewLead = Type.Object(
  {
    email: Email,
    name: Type.Optional(
      Nullable(
        Type.String({
          maxLength: leadLimits.name,
          description: 'Name of the visitor. Only if the form asks for it.',
          examples: ['Jane Doe'],
        }),
      ),
    ),
    phone: Type.Optional(
      Nullable(
        Type.String({
          maxLength: leadLimits.phone,
          description: 'Phone number of the visitor. Only if the form asks for it.',
          examples: ['+47 22 12 34 56'],
        }),
      ),
    ),
    message: Type.Optional(
      Nullable(
        Type.String({
          maxLength: leadLimits.message,
          description: 'Message of the visitor, as plain text. Only if the form asks for it.',
          examples: ['Do you ship to Norway?'],
        }),
      ),
    ),
    locale: Type.Optional(
      Nullable({
        ...LanguageTag,
        description: 'Language the visitor read the form in, as a BCP 47 tag. Null if unknown.',
        examples: ['en'],
      }),
    ),
    consent: Type.Boolean({
      description: "Consent to the form's `consentText`. It must be `true`.",
    }),
    startedAt: Type.Optional(
      Type.String({
        maxLength: 80,
        description:
          'Token from `GET /storefront/forms`, required. A form sent within three seconds of that call, or more than a day after it, is refused.',
        examples: ['mi7h3k00.0d2Vb5x1Qm8Zr4Tt6Yw9Ks'],
      }),
    ),
    homepage: Type.Optional(
      Type.String({
        maxLength: 2000,
        description:
          'Trap for bots, invisible to people. If it is filled, the lead becomes spam and nobody is notified.',
        examples: [''],
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
    id: described(Id, 'Id of the new lead.'),
    status: OneOf(receivedStatuses, {
      description:
        'Result. `confirmation_sent`: the form asks visitors to confirm their address through an emailed link.',
    }),
  },
  { title: 'ReceivedGalleryLead' },
)

const lead = {
  id: described(Id, 'Id of the lead, a UUIDv7.'),
  galleryId: described(Id, 'Id of the gallery.'),
  status: OneOf(leadStatuses, {
    description: 'Status of the lead. `unconfirmed`: the form asks for confirmation, and the sender has not confirmed.',
  }),
  email: sessionOnly(
    Type.String({
      description: 'Email address of the visitor. Absent for keys and tokens.',
      examples: ['jane.doe@customer.example'],
    }),
  ),
  emailLast4: Type.String({ description: 'Masked email address of the visitor.', examples: ['.doe'] }),
  name: Nullable(
    Type.String({ description: 'Name of the visitor. Null if the form does not ask for one.', examples: ['Jane Doe'] }),
  ),
  phone: sessionOnly(
    Nullable(
      Type.String({
        description: 'Phone number. Null if the form does not ask for one.',
        examples: ['+47 22 12 34 56'],
      }),
    ),
  ),
  message: Nullable(
    Type.String({
      description: 'Message of the visitor, as plain text. Null without one.',
      examples: ['Do you ship to Norway?'],
    }),
  ),
  note: Nullable(
    Type.String({ description: 'Internal note of the store. Null without one.', examples: ['Called on Monday.'] }),
  ),
  locale: Nullable(
    Type.String({
      description: 'Language the visitor read the form in, as a BCP 47 tag. Null if unknown.',
      examples: ['en'],
    }),
  ),
  consentText: Type.String({
    description: 'Consent the visitor gave, word for word.',
    examples: ['I agree that my message is stored to answer it.'],
  }),
  consentedAt: described(Instant, 'Time the visitor gave consent.'),
  confirmedAt: Nullable(
    Type.String({ format: 'date-time', description: 'Time the sender confirmed the address. Null until then.' }),
  ),
  createdAt: described(Instant, 'Time the lead was created.'),
  updatedAt: described(Instant, 'Time the lead was last changed.'),
}

export const Lead = Type.Object(lead, { title: 'GalleryLead' })
export type Lead = Static<typeof Lead>

export const LeadPage = page(Lead)

const filters = {
  status: Type.Optional(AnyOf(leadStatuses, { description: 'Filter: leads with these statuses.' })),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Filter: part of the name, message or note, ignoring case.',
      examples: ['norway'],
    }),
  ),
  email: Type.Optional(
    Type.String({
      maxLength: 320,
      description: 'Filter: leads from exactly this email address.',
      examples: ['jane.doe@customer.example'],
    }),
  ),
  createdAfter: Type.Optional({ ...Instant, description: 'Filter: leads sent at or after this time.' }),
  createdBefore: Type.Optional({ ...Instant, description: 'Filter: leads sent before this time.' }),
}

export const LeadFilters = pageQuery(filters)
export type LeadFilters = Static<typeof LeadFilters>

export const LeadExportQuery = Type.Object({
  ...filters,
  format: Type.Optional(OneOf(['csv'], { default: 'csv', description: 'Format of the file.' })),
})
export type ExportFilters = Omit<Static<typeof LeadExportQuery>, 'format'>

export const LeadChanges = Type.Object(
  {
    status: Type.Optional(OneOf(settable, { description: 'New status. An `unconfirmed` lead accepts only `spam`.' })),
    note: Type.Optional(
      Nullable(
        Type.String({
          maxLength: leadLimits.note,
          description: 'Internal note of the store. Blank text and null remove it.',
          examples: ['Called on Monday.'],
        }),
      ),
    ),
  },
  { title: 'GalleryLeadChanges' },
)
export type LeadChanges = Static<typeof LeadChanges>

export const byLead = Type.Object({ id: described(Id, 'Id of the gallery.'), leadId: described(Id, 'Id of the lead.') })

export const CustomerLead = Type.Object(
  {
    id: described(Id, 'Id of the lead, a UUIDv7.'),
    galleryId: described(Id, 'Id of the gallery.'),
    email: sessionOnly(
      Type.String({
        description: 'Email address of the person. Absent for keys and tokens.',
        examples: ['jane.doe@customer.example'],
      }),
    ),
    emailLast4: Type.String({
      description: 'Masked email address: up to four characters before the @, at most half of that part.',
      examples: ['.doe'],
    }),
    name: Nullable(Type.String({ description: 'Name the person gave. Null without one.', examples: ['Jane Doe'] })),
    phone: sessionOnly(
      Nullable(
        Type.String({
          description: 'Phone number. Null if the form does not ask for one.',
          examples: ['+47 22 12 34 56'],
        }),
      ),
    ),
    message: Nullable(
      Type.String({
        description: 'Message of the visitor, as plain text.',
        examples: ['Do you ship to Norway?'],
      }),
    ),
    note: Nullable(
      Type.String({ description: 'Internal note of the store. Null without one.', examples: ['Called on Monday.'] }),
    ),
    status: OneOf(leadStatuses, { description: 'Status of the lead.' }),
    consentText: Type.String({
      description: 'Consent the person gave, word for word.',
      examples: ['I agree that my message is stored to answer it.'],
    }),
    consentedAt: described(Instant, 'Time the person gave consent.'),
    createdAt: described(Instant, 'Time the lead was created.'),
  },
  { title: 'CustomerGalleryLead' },
)
