import { type Static, Type } from 'typebox'
import { Instant, Nullable } from '#platform/values/wire.ts'

const [endpoint, region, bucket, prefix, accessKeyId] = [
  { description: 'The address of the server, without the bucket.' },
  { description: 'Of the bucket; servers that have none take any, such as `us-east-1`.' },
  { description: 'What the bucket is called.' },
  { description: 'A folder in it, below which everything is put.' },
  { description: 'Of the key that may write, read and delete there.' },
]
const Region = Type.String({
  minLength: 1,
  maxLength: 64,
  pattern: '^[a-zA-Z0-9-]+$',
  'x-expected': 'must be a region such as eu-central-1',
  ...region,
})
const Bucket = Type.String({
  minLength: 3,
  maxLength: 63,
  pattern: '^[a-zA-Z0-9][a-zA-Z0-9._-]{1,61}[a-zA-Z0-9]$',
  'x-expected': 'must be the name of a bucket',
  ...bucket,
})
const Prefix = Type.String({
  maxLength: 200,
  'x-expected': 'must be folders of letters, digits, dots, dashes and underscores',
  ...prefix,
  pattern: '^$|^[A-Za-z0-9_-][A-Za-z0-9_.-]*(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*/?$',
})
const AccessKeyId = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[\\x21-\\x7e]+$',
  'x-expected': 'must be an access key id, without spaces',
  ...accessKeyId,
})

export const BackupTarget = Type.Object(
  {
    configured: Type.Boolean({ description: 'Whether there is one.' }),
    endpoint: Nullable(Type.String(endpoint)),
    region: Nullable(Type.String(region)),
    bucket: Nullable(Type.String(bucket)),
    prefix: Nullable(Type.String(prefix)),
    accessKeyId: Nullable(Type.String(accessKeyId)),
    secretAccessKeySet: Type.Boolean({ description: 'Whether its secret is kept; it is never answered.' }),
    addresses: Type.Boolean({ description: 'Whether who set it may see e-mail addresses.' }),
    updatedAt: Nullable(Instant),
  },
  { title: 'BackupTarget' },
)
export type BackupTarget = Static<typeof BackupTarget>

export const BackupTargetSettings = Type.Object({
  endpoint: Type.String({ format: 'uri', maxLength: 300, ...endpoint }),
  region: Region,
  bucket: Bucket,
  prefix: Type.Optional(Prefix),
  accessKeyId: AccessKeyId,
  secretAccessKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      pattern: '^[\\x21-\\x7e]+$',
      'x-expected': 'must be a secret access key, without spaces',
      description: 'Left out, the one there is stays, as long as bucket and access key do.',
    }),
  ),
})
export type BackupTargetSettings = Static<typeof BackupTargetSettings>
