import { type Static, Type } from 'typebox'
import { described, Instant, Nullable, OneOf } from '#platform/values/wire.ts'
import { Passphrase, targets } from '../kept/schema.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

const settings = {
  enabled: Type.Boolean({ description: 'Whether scheduled backups are on.' }),
  frequency: OneOf(frequencies, {
    description: 'Frequency of backups: every day, every Monday, or every first of a month.',
  }),
  hour: Type.Integer({ minimum: 0, maximum: 23, description: "Hour of the backup, in the store's time zone." }),
  keep: Type.Integer({ minimum: 1, maximum: 90, description: 'Number of complete backups to keep.' }),
  target: OneOf(targets, { description: 'Storage of the files: this service, or your own bucket.' }),
}

export const BackupSchedule = Type.Object(
  {
    ...settings,
    timezone: Type.String({
      description: 'Time zone of the store, as an IANA name such as `Europe/London`.',
      examples: ['Europe/London'],
    }),
    encrypted: Type.Boolean({ description: 'Whether a passphrase is set.' }),
    addresses: Type.Boolean({
      description: 'Whether scheduled backups may contain email addresses. False if a key saved the schedule.',
    }),
    nextAt: Nullable({ ...Instant, description: 'Time of the next backup. Null while the schedule is off.' }),
    failingSince: Nullable({
      ...Instant,
      description: 'Time of the first failure since the last success. Null without failures.',
    }),
    updatedAt: Nullable(described(Instant, 'Time the schedule was last changed. Null before the first change.')),
  },
  { title: 'BackupSchedule' },
)
export type BackupSchedule = Static<typeof BackupSchedule>

export const BackupScheduleSettings = Type.Object({
  ...settings,
  passphrase: Type.Optional(
    Nullable({
      ...Passphrase,
      description:
        'Passphrase that encrypts new backups. We store it encrypted. Omit it to keep the stored one. Null removes it.',
      examples: ['seven blue kettles sing'],
    }),
  ),
})
export type BackupScheduleSettings = Static<typeof BackupScheduleSettings>
