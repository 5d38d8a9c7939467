import { type Static, Type } from 'typebox'
import { described, Instant, Nullable } from '#platform/values/wire.ts'

const [endpoint, region, bucket, prefix, accessKeyId] = [
  { description: 'Address of the S3 server, without the bucket.' },
  { description: 'Region of the bucket. Servers without regions take any value, such as `us-east-1`.' },
  { description: 'Name of the bucket.' },
  { description: 'Folder in the bucket that holds all files.' },
  { description: 'Id of the access key. The key needs read, write and delete rights in the bucket.' },
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
    configured: Type.Boolean({ description: 'Whether a bucket is set.' }),
    endpoint: Nullable(
      described(
        Type.String(endpoint),
        'Address of the S3 server, without the bucket. Null before a bucket is set.',
        'https://s3.eu-central-1.amazonaws.com',
      ),
    ),
    region: Nullable(
      described(Type.String(region), 'Region of the bucket. Null before a bucket is set.', 'eu-central-1'),
    ),
    bucket: Nullable(
      described(Type.String(bucket), 'Name of the bucket. Null before a bucket is set.', 'acme-backups'),
    ),
    prefix: Nullable(
      described(Type.String(prefix), 'Folder in the bucket that holds all files. Null for the top level.', 'evident/'),
    ),
    accessKeyId: Nullable(
      described(
        Type.String(accessKeyId),
        'Id of the access key with read, write and delete rights. Null before a bucket is set.',
        'AKIAIOSFODNN7EXAMPLE',
      ),
    ),
    secretAccessKeySet: Type.Boolean({ description: 'Whether a secret is stored. We never return it.' }),
    addresses: Type.Boolean({
      description: 'Whether backups to the bucket may contain email addresses. False if a key saved the bucket.',
    }),
    updatedAt: Nullable(described(Instant, 'Time the bucket was last changed. Null before one is set.')),
  },
  { title: 'BackupTarget' },
)
export type BackupTarget = Static<typeof BackupTarget>

export const BackupTargetSettings = Type.Object({
  endpoint: Type.String({
    format: 'uri',
    maxLength: 300,
    ...endpoint,
    description: 'Address of the S3 server, without the bucket.',
    examples: ['https://s3.eu-central-1.amazonaws.com'],
  }),
  region: described(
    Region,
    'Region of the bucket. Servers without regions take any value, such as `us-east-1`.',
    'eu-central-1',
  ),
  bucket: described(Bucket, 'Name of the bucket.', 'acme-backups'),
  prefix: Type.Optional(described(Prefix, 'Folder in the bucket that holds all files.', 'evident/')),
  accessKeyId: described(
    AccessKeyId,
    'Id of the access key. The key needs read, write and delete rights in the bucket.',
    'AKIAIOSFODNN7EXAMPLE',
  ),
  secretAccessKey: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      pattern: '^[\\x21-\\x7e]+$',
      'x-expected': 'must be a secret access key, without spaces',
      description: 'Secret access key. Omit it to keep the stored one, if bucket and access key stay the same.',
      examples: ['wJalrXUtnFEMI-example-of-a-secret'],
    }),
  ),
})
export type BackupTargetSettings = Static<typeof BackupTargetSettings>
