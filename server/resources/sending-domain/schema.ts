import { type Static, Type } from 'typebox'
import { described, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { noteCodes } from './notes.ts'

export const statuses = ['none', 'pending', 'verified', 'degraded', 'failed'] as const
export type Status = (typeof statuses)[number]

export const purposes = ['dkim', 'dkim_next', 'dkim_retired', 'return_path', 'spf', 'dmarc'] as const
export type Purpose = (typeof purposes)[number]

export const recordStatuses = ['missing', 'mismatch', 'ok'] as const
export type RecordStatus = (typeof recordStatuses)[number]

export const SendingRecord = Type.Object(
  {
    purpose: OneOf(purposes, {
      description:
        'Purpose of the record. `dkim`: signs emails now. `dkim_next`: signs emails once the record is found. `dkim_retired`: signed emails before. The other records are recommended.',
    }),
    type: OneOf(['TXT', 'CNAME'], { description: 'Type of the DNS record.' }),
    host: Type.String({
      description: 'Full host name of the record.',
      examples: ['ev-k3x9m2p7qa._domainkey.mail.acme.example'],
    }),
    value: Nullable(
      Type.String({
        description: 'Value to publish. Null if there is nothing to add.',
        examples: ['v=DKIM1; k=rsa; p=MIIBIjANBgkq…'],
      }),
    ),
    expected: Nullable(
      Type.String({
        description: 'Value that `found` is compared with, equal to `value`. Null if there is none.',
        examples: ['v=DKIM1; k=rsa; p=MIIBIjANBgkq…'],
      }),
    ),
    required: Type.Boolean({ description: 'Whether the domain needs the record for sending.' }),
    status: OneOf(recordStatuses, { description: 'Result of the DNS lookup.' }),
    found: Type.Array(Type.String({ examples: ['v=DKIM1; k=rsa; p=MIIBIjANBgkq…'] }), {
      description: 'Values found by the name servers.',
    }),
    note: Nullable(
      Type.String({
        description: 'Explanation of what to do, or of what went wrong. Null if all is well.',
        examples: ['Recommended: add include:spf.mail.example to your existing record. Never publish a second one.'],
      }),
    ),
    noteCode: Nullable(OneOf(noteCodes, { description: 'Code of `note`, for translations. Null without a note.' })),
    noteValue: Nullable(
      Type.String({
        description: 'Value mentioned in `note`: a day, or the content a record needs. Null without one.',
        examples: ['include:spf.mail.example'],
      }),
    ),
    checkedAt: Nullable(described(Instant, 'Time of the last lookup of this record. Null before the first.')),
  },
  { title: 'SendingRecord' },
)
export type SendingRecord = Static<typeof SendingRecord>

export const SendingDomain = Type.Object(
  {
    status: OneOf(statuses, {
      description:
        "Verification state of the domain. `verified`: emails use it. `degraded`: its record was wrong for 72 hours, so the operator's domain is used. `failed`: checks stopped until you verify again.",
    }),
    includedInPlan: Type.Boolean({
      description:
        "Whether the plan includes a domain. If it no longer does, domain and records stay, and emails use the operator's domain.",
    }),
    domain: Nullable(
      Type.String({ description: 'Domain in ASCII form. Null without a domain.', examples: ['mail.acme.example'] }),
    ),
    domainUnicode: Nullable(
      Type.String({
        description: 'Domain in its Unicode form. Null without a domain.',
        examples: ['mail.acme.example'],
      }),
    ),
    fromLocalPart: Nullable(
      Type.String({
        description: 'Local part of the sender address, before the `@`. Null without a domain.',
        examples: ['hello'],
      }),
    ),
    fromName: Nullable(
      Type.String({ description: "Sender name. Null uses the branding's name, else the store's.", examples: ['Acme'] }),
    ),
    replyTo: Nullable(
      Type.String({
        description: 'Reply address, visible to all recipients. Null without one.',
        examples: ['help@acme.example'],
      }),
    ),
    sender: Type.Object(
      {
        name: Type.String({ description: 'Sender name of emails.', examples: ['Acme'] }),
        from: Type.String({ description: 'Current sender address.', examples: ['hello@mail.acme.example'] }),
        replyTo: Nullable(
          Type.String({
            description:
              'Chosen reply address. Null if none was chosen. Replies then go to the sender, and are not delivered before the domain is verified.',
            examples: ['help@acme.example'],
          }),
        ),
      },
      { description: 'Sender that recipients currently see.' },
    ),
    records: Type.Array(SendingRecord, { description: 'DNS records to publish, and their state.' }),
    checkedAt: Nullable(described(Instant, 'Time of the last DNS lookup. Null before the first.')),
    verifiedAt: Nullable(described(Instant, 'Time all required records were found. Null until then.')),
    failingSince: Nullable(
      Type.String({
        format: 'date-time',
        description: 'Time of the first failed check since the last success. Null without failures.',
      }),
    ),
  },
  { title: 'SendingDomain' },
)
export type SendingDomain = Static<typeof SendingDomain>

const fromName = Nullable(Type.String({ minLength: 1, maxLength: 80 }))
const replyTo = Nullable(
  Type.String({
    minLength: 3,
    maxLength: 254,
    description: 'Reply address of emails. Null if none was chosen.',
    examples: ['help@acme.example'],
  }),
)

export const SendingSettings = Type.Object(
  {
    fromName: Type.Optional(
      described(fromName, "Sender name of emails. Null uses the branding's name, else the store's.", 'Acme'),
    ),
    replyTo: Type.Optional(replyTo),
  },
  { title: 'SendingSettings', description: 'Omitted fields keep their values; null clears a field.' },
)
export type SendingSettings = Static<typeof SendingSettings>

export const ChosenDomain = Type.Object(
  {
    domain: Type.String({
      minLength: 1,
      maxLength: 253,
      description: 'Domain to send from, such as `mail.shop.example`, in any script.',
      examples: ['mail.acme.example'],
    }),
    fromLocalPart: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Local part of the sender address, before the `@`. Default: `reviews`.',
        examples: ['hello'],
      }),
    ),
    fromName: Type.Optional(
      described(fromName, "Sender name chosen for emails. Null uses the branding's name, else the store's.", 'Acme'),
    ),
    replyTo: Type.Optional(replyTo),
  },
  { title: 'ChosenSendingDomain' },
)
export type ChosenDomain = Static<typeof ChosenDomain>
