import { type Static, Type } from 'typebox'
import { Instant, Nullable } from '#platform/wire.ts'

const Region = Type.String({ minLength: 1, maxLength: 64, pattern: '^[a-zA-Z0-9-]+$' })
const Bucket = Type.String({ minLength: 3, maxLength: 63, pattern: '^[a-zA-Z0-9][a-zA-Z0-9._-]{1,61}[a-zA-Z0-9]$' })
const Prefix = Type.String({
  maxLength: 200,
  pattern: '^$|^[A-Za-z0-9_-][A-Za-z0-9_.-]*(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*/?$',
})
const AccessKeyId = Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' })

export const BackupTarget = Type.Object(
  {
    configured: Type.Boolean(),
    endpoint: Nullable(Type.String()),
    region: Nullable(Type.String()),
    bucket: Nullable(Type.String()),
    prefix: Nullable(Type.String()),
    accessKeyId: Nullable(Type.String()),
    secretAccessKeySet: Type.Boolean(),
    addresses: Type.Boolean(),
    updatedAt: Nullable(Instant),
  },
  { title: 'BackupTarget' },
)
export type BackupTarget = Static<typeof BackupTarget>

export const BackupTargetSettings = Type.Object({
  endpoint: Type.String({ format: 'uri', maxLength: 300 }),
  region: Region,
  bucket: Bucket,
  prefix: Type.Optional(Prefix),
  accessKeyId: AccessKeyId,
  secretAccessKey: Type.Optional(Type.String({ minLength: 1, maxLength: 400, pattern: '^[\\x21-\\x7e]+$' })),
})
export type BackupTargetSettings = Static<typeof BackupTargetSettings>
