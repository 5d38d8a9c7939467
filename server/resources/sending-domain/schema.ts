import { type Static, Type } from 'typebox'
import { Instant, Nullable, OneOf } from '#platform/values/wire.ts'
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
        '`dkim` signs what is sent now, `dkim_next` will once it is found, `dkim_retired` did. The others are advice.',
    }),
    type: OneOf(['TXT', 'CNAME']),
    host: Type.String({ description: 'The full name at which it is published.' }),
    value: Nullable(Type.String({ description: 'What to publish, as one value; null when there is nothing to add.' })),
    expected: Nullable(Type.String({ description: 'The same as `value`: what `found` is held against.' })),
    required: Type.Boolean(),
    status: OneOf(recordStatuses),
    found: Type.Array(Type.String(), { description: 'What the name servers answered.' }),
    note: Nullable(Type.String({ description: 'What to do, or what went wrong, in a sentence.' })),
    noteCode: Nullable(
      OneOf(noteCodes, { description: 'What `note` says, as a code: for whoever shows it in another language.' }),
    ),
    noteValue: Nullable(Type.String({ description: 'What `note` names: a day, or what a record is to have in it.' })),
    checkedAt: Nullable(Instant),
  },
  { title: 'SendingRecord' },
)
export type SendingRecord = Static<typeof SendingRecord>

export const SendingDomain = Type.Object(
  {
    status: OneOf(statuses, {
      description:
        '`none`: no domain; `pending`: its record was not found yet; `verified`: mail goes out from it; `degraded`: its record has been wrong for 72 hours and mail goes out from the operator again; `failed`: given up, until it is verified by hand.',
    }),
    includedInPlan: Type.Boolean({
      description:
        'Whether the plan has a domain of its own. Where it no longer has, domain and records stay as they are, and mail goes out from the operator until it has again.',
    }),
    domain: Nullable(Type.String({ description: 'In its ASCII form.' })),
    domainUnicode: Nullable(Type.String({ description: 'As people read it.' })),
    fromLocalPart: Nullable(Type.String({ description: 'What stands before the `@`.' })),
    fromName: Nullable(Type.String({ description: "The name mail is from; null: the branding's, else the store's." })),
    replyTo: Nullable(Type.String({ description: 'Where answers go. Every recipient can see it.' })),
    sender: Type.Object(
      {
        name: Type.String(),
        from: Type.String({ description: 'The address that mail is from at this moment.' }),
        replyTo: Nullable(
          Type.String({
            description:
              'Null: none was chosen. Until the domain is verified, answers then go to an owner of the organization.',
          }),
        ),
      },
      { description: 'What recipients see at this moment.' },
    ),
    records: Type.Array(SendingRecord),
    checkedAt: Nullable(Instant),
    verifiedAt: Nullable(Instant),
    failingSince: Nullable(
      Type.String({ format: 'date-time', description: 'The first failed check since the last good one.' }),
    ),
  },
  { title: 'SendingDomain' },
)
export type SendingDomain = Static<typeof SendingDomain>

const fromName = Nullable(Type.String({ minLength: 1, maxLength: 80 }))
const replyTo = Nullable(Type.String({ minLength: 3, maxLength: 254 }))

export const SendingSettings = Type.Object(
  { fromName: Type.Optional(fromName), replyTo: Type.Optional(replyTo) },
  { title: 'SendingSettings', description: 'What is left out stays as it is; null clears.' },
)
export type SendingSettings = Static<typeof SendingSettings>

export const ChosenDomain = Type.Object(
  {
    domain: Type.String({ minLength: 1, maxLength: 253, description: 'Such as `mail.shop.example`, in any script.' }),
    fromLocalPart: Type.Optional(
      Type.String({ minLength: 1, maxLength: 64, description: 'What stands before the `@`. Default: `reviews`.' }),
    ),
    fromName: Type.Optional(fromName),
    replyTo: Type.Optional(replyTo),
  },
  { title: 'ChosenSendingDomain' },
)
export type ChosenDomain = Static<typeof ChosenDomain>
