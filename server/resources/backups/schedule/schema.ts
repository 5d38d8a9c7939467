import { type Static, Type } from 'typebox'
import { Instant, Nullable, OneOf } from '#platform/wire.ts'
import { Passphrase, targets } from '../kept/schema.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]

const settings = {
  enabled: Type.Boolean(),
  frequency: OneOf(frequencies),
  hour: Type.Integer({ minimum: 0, maximum: 23 }),
  keep: Type.Integer({ minimum: 1, maximum: 90 }),
  target: OneOf(targets),
}

export const BackupSchedule = Type.Object(
  {
    ...settings,
    timezone: Type.String(),
    encrypted: Type.Boolean(),
    addresses: Type.Boolean(),
    nextAt: Nullable(Instant),
    failingSince: Nullable(Instant),
    updatedAt: Nullable(Instant),
  },
  { title: 'BackupSchedule' },
)
export type BackupSchedule = Static<typeof BackupSchedule>

export const BackupScheduleSettings = Type.Object({
  ...settings,
  passphrase: Type.Optional(Nullable(Passphrase)),
})
export type BackupScheduleSettings = Static<typeof BackupScheduleSettings>
