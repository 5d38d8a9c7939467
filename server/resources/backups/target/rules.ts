import type { S3Address } from '#platform/values/storage-address.ts'
import type { BackupTargetSettings } from './schema.ts'

type Place = Pick<BackupTargetSettings, 'endpoint' | 'region' | 'bucket'> & { prefix: string }

export const cleanPrefix = (prefix = ''): string => (prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`)

export const cleanEndpoint = (endpoint: string): string => new URL(endpoint).origin

/** Identifies a bucket, so that a file is never read from or deleted in another bucket. */
export const formatLocation = ({ endpoint, bucket, prefix }: Place): string => `${endpoint}/${bucket}/${prefix}`

/** The address of the store's own folder. Nothing else in the bucket is read or changed. */
export const toS3Address = (place: Place, storeEnvId: string, credentials: S3Address['credentials']): S3Address => ({
  kind: 's3',
  endpoint: place.endpoint,
  region: place.region,
  bucket: place.bucket,
  prefix: `${place.prefix}backups/${storeEnvId}/`,
  pathStyle: true,
  ...(credentials && { credentials }),
})

type S3Error = { name?: string; code?: string; $metadata?: { httpStatusCode?: number } }

/** Explains what the merchant can do. The text contains the server's error code, and no other part of its response. */
export function explainError(error: unknown): string {
  const { name = '', code = '', $metadata } = ((error as Error | undefined)?.cause ?? error ?? {}) as S3Error
  if (name === 'NoSuchBucket') return 'The bucket does not exist.'
  if (name === 'InvalidAccessKeyId') return 'Unknown access key.'
  if (name === 'SignatureDoesNotMatch') return 'The secret does not match the access key, or the region is wrong.'
  if (name === 'AccessDenied' || $metadata?.httpStatusCode === 403)
    return 'The access key lacks the permission to write, read or delete in this bucket.'
  if (code === 'content_differs')
    return 'A test object was read back with different content. Check whether something rewrites the files of the bucket.'
  if (code === 'address_refused') return 'The endpoint leads to an address that is not allowed. Use a public one.'
  if ($metadata?.httpStatusCode !== undefined && $metadata.httpStatusCode >= 300)
    return `The bucket's server answered ${$metadata.httpStatusCode}${/^\w{1,60}$/.test(name) ? ` (${name})` : ''}.`
  return "The bucket's server cannot be reached."
}
