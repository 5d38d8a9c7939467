import { type Static, Type } from 'typebox'
import { Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { Passphrase, targets } from '../kept/schema.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

const settings = {
  enabled: Type.Boolean(),
  frequency: OneOf(frequencies, { description: 'Each day, each Monday, or each first of a month.' }),
  hour: Type.Integer({ minimum: 0, maximum: 23, description: "By the clock of the store's time zone." }),
  keep: Type.Integer({ minimum: 1, maximum: 90, description: 'How many good ones stay.' }),
  target: OneOf(targets, { description: 'Where the files go: here, or into a bucket of your own.' }),
}

export const BackupSchedule = Type.Object(
  {
    ...settings,
    timezone: Type.String(),
    encrypted: Type.Boolean({ description: 'Whether there is a passphrase.' }),
    addresses: Type.Boolean({ description: 'Whether who set it may see e-mail addresses.' }),
    nextAt: Nullable({ ...Instant, description: 'When the next one is made.' }),
    failingSince: Nullable({
      ...Instant,
      description: 'When the first of the failures was that no success has followed.',
    }),
    updatedAt: Nullable(Instant),
  },
  { title: 'BackupSchedule' },
)
export type BackupSchedule = Static<typeof BackupSchedule>

export const BackupScheduleSettings = Type.Object({
  ...settings,
  passphrase: Type.Optional(
    Nullable({
      ...Passphrase,
      description: 'Encrypts what is made. Left out the one there is stays; null takes it away.',
    }),
  ),
})
export type BackupScheduleSettings = Static<typeof BackupScheduleSettings>
