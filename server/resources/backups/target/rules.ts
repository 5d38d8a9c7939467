// Where a merchant's bucket is, and what its refusal means. Pure.
import type { S3Address } from '#platform/values/storage-address.ts'
import type { BackupTargetSettings } from './schema.ts'

type Place = Pick<BackupTargetSettings, 'endpoint' | 'region' | 'bucket'> & { prefix: string }

/** With a slash at its end, or empty. */
export const cleanPrefix = (prefix = ''): string => (prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`)

export const cleanEndpoint = (endpoint: string): string => new URL(endpoint).origin

/** Tells one bucket from another, so that a file is never looked for, or removed, where it does not lie. */
export const locationOf = ({ endpoint, bucket, prefix }: Place): string => `${endpoint}/${bucket}/${prefix}`

/** A folder of the store's own, in which nothing else of the bucket is touched. */
export const addressOf = (place: Place, storeEnvId: string, credentials: S3Address['credentials']): S3Address => ({
  kind: 's3',
  endpoint: place.endpoint,
  region: place.region,
  bucket: place.bucket,
  prefix: `${place.prefix}backups/${storeEnvId}/`,
  pathStyle: true,
  ...(credentials && { credentials }),
})

type S3Error = { name?: string; code?: string; $metadata?: { httpStatusCode?: number } }

/** What a merchant can do about it. Says what the bucket's server called it, and nothing else that it said. */
export function meaningOf(error: unknown): string {
  const { name = '', code = '', $metadata } = ((error as Error | undefined)?.cause ?? error ?? {}) as S3Error
  if (name === 'NoSuchBucket') return 'There is no such bucket.'
  if (name === 'InvalidAccessKeyId') return 'The access key is not known there.'
  if (name === 'SignatureDoesNotMatch')
    return 'The secret does not belong to the access key, or the region is another one.'
  if (name === 'AccessDenied' || $metadata?.httpStatusCode === 403)
    return 'The access key may not write, read and delete there.'
  if (code === 'address_refused') return 'The endpoint leads to an address that must not be called.'
  if ($metadata?.httpStatusCode !== undefined && $metadata.httpStatusCode >= 300)
    return `The bucket's server answered ${$metadata.httpStatusCode}${/^\w{1,60}$/.test(name) ? ` (${name})` : ''}.`
  return "The bucket's server cannot be reached."
}
