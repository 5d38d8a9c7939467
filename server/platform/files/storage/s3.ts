// Memory is bounded for any file size, every call has a timeout, and an interrupted read resumes.
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { AppError } from '../../values/errors.ts'
import type { S3Address } from '../../values/storage-address.ts'
import { chooseContentType, requireKey } from './key.ts'
import type { ListedFile, OpenFile, Storage } from './storage.ts'

export type S3Timing = { connectMs: number; answerMs: number; silenceMs: number; attempts: number; pauseMs: number }

const patience: S3Timing = { connectMs: 5_000, answerMs: 60_000, silenceMs: 30_000, attempts: 4, pauseMs: 250 }
/** Memory per stream consists of the parts being sent and the part being filled. */
const parts = { partSize: 8 * 1024 * 1024, queueSize: 2 }

/** `lookup` decides which addresses may be reached, for an endpoint that a merchant typed. */
export function s3Storage(address: S3Address, timing: S3Timing = patience, lookup?: LookupFunction): Storage {
  const { bucket, prefix } = address
  type ObjectLocation = { Bucket: string; Key: string }
  const buildLocation = (key: string): ObjectLocation => ({ Bucket: bucket, Key: prefix + requireKey(key) })
  let loaded: Promise<{ sdk: Sdk; client: S3Client }> | undefined
  // The library takes 30 MB, which a service without a bucket does not need.
  const connect = () =>
    (loaded ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: clientFor(sdk, address, timing, lookup) })))

  /** Callers compute the location before this call, so that an invalid key is not reported as a failure of the bucket. */
  async function ask<T>(work: (sdk: Sdk, client: S3Client) => Promise<T>): Promise<T> {
    try {
      const { sdk, client } = await connect()
      return await work(sdk, client)
    } catch (error) {
      throw unavailable(error)
    }
  }

  const get = (location: ObjectLocation, from?: { at: number; end?: number; etag?: string | undefined }) =>
    ask(async (sdk, client) => {
      const rest = from && {
        Range: `bytes=${from.at}-${from.end ?? ''}`,
        ...(from.etag && { IfMatch: from.etag }),
      }
      const { Body, ContentLength, ETag } = await client.send(new sdk.GetObjectCommand({ ...location, ...rest }))
      return { body: Body as Readable, size: ContentLength ?? 0, etag: ETag }
    })

  type Got = Awaited<ReturnType<typeof get>>

  async function* streamBytes(location: ObjectLocation, first?: Got, start = 0): AsyncGenerator<Buffer> {
    let got = first ?? (await get(location))
    const { etag } = got
    const size = start + got.size
    let at = start
    for (let failures = 0; ; ) {
      try {
        for await (const chunk of got.body) {
          at += chunk.length
          failures = 0
          yield chunk
        }
        if (at >= size) return
        throw new Error('The download of a stored file ended early.')
      } catch (error) {
        if (++failures >= timing.attempts) throw unavailable(error)
        await pause(timing.pauseMs * failures)
        got = await get(location, { at, end: size - 1, etag })
      }
    }
  }

  return {
    async put(key, content) {
      const body =
        content instanceof Readable ? content : Buffer.from(content.buffer, content.byteOffset, content.byteLength)
      const type = chooseContentType(key)
      const params = {
        ...buildLocation(key),
        Body: body,
        // The media type and caching are for a server or CDN that serves the bucket publicly.
        ContentType: type,
        ...(type.startsWith('image/') && { CacheControl: 'public, max-age=31536000, immutable' }),
      }
      if (Buffer.isBuffer(body)) return void (await ask((sdk, client) => client.send(new sdk.PutObjectCommand(params))))
      const broken = watch(body)
      await ask(async (_, client) => {
        const { Upload } = await import('@aws-sdk/lib-storage')
        await new Upload({ client, params, ...parts, leavePartsOnError: false }).done()
      }).catch((error) => {
        // Throws the source stream's own failure unchanged.
        throw broken() ?? error
      })
    },
    read: (key) => Readable.from(streamBytes(buildLocation(key)), { objectMode: false }),
    async open(key, part) {
      const location = buildLocation(key)
      try {
        const got = await get(location, part && { at: part.start, end: part.end })
        const content = Readable.from(streamBytes(location, got, part?.start), { objectMode: false })
        // A stream that is destroyed unread never starts, so it would not release its connection.
        content.once('close', () => got.body.destroy())
        return { size: got.size, type: chooseContentType(key), content } satisfies OpenFile
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    async exists(key) {
      const location = buildLocation(key)
      try {
        await ask((sdk, client) => client.send(new sdk.HeadObjectCommand(location)))
        return true
      } catch (error) {
        if (isMissing(error)) return false
        throw error
      }
    },
    async remove(key) {
      const location = buildLocation(key)
      await ask((sdk, client) => client.send(new sdk.DeleteObjectCommand(location)))
    },
    async list(below, { after, limit }) {
      const start = after === undefined ? {} : { StartAfter: prefix + after }
      const query = {
        Bucket: bucket,
        Prefix: `${prefix}${requireKey(below.replace(/\/$/, ''))}/`,
        MaxKeys: limit,
        ...start,
      }
      const { Contents = [] } = await ask((sdk, client) => client.send(new sdk.ListObjectsV2Command(query)))
      return Contents.map(
        ({ Key = '', Size = 0, LastModified = new Date() }): ListedFile => ({
          key: Key.slice(prefix.length),
          size: Size,
          modifiedAt: LastModified,
        }),
      )
    },
    async removeUnfinished(before) {
      const query = { Bucket: bucket, Prefix: prefix }
      const { Uploads = [] } = await ask((sdk, client) => client.send(new sdk.ListMultipartUploadsCommand(query)))
      for (const { Key, UploadId, Initiated } of Uploads) {
        if (!Initiated || Initiated >= before) continue
        await ask((sdk, client) => client.send(new sdk.AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })))
      }
    },
    close: () => void loaded?.then(({ client }) => client.destroy()),
  }
}

type Sdk = typeof import('@aws-sdk/client-s3')

function clientFor(
  sdk: Sdk,
  { endpoint, region, credentials, pathStyle }: S3Address,
  timing: S3Timing,
  lookup: LookupFunction | undefined,
): S3Client {
  return new sdk.S3Client({
    ...(endpoint && { endpoint }),
    ...(region && { region }),
    ...(credentials && { credentials }),
    forcePathStyle: pathStyle,
    maxAttempts: timing.attempts,
    // Not all compatible servers know the newer checksums. The signature covers the content already.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: timing.connectMs,
      requestTimeout: timing.answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: timing.silenceMs,
      ...(lookup && { httpAgent: { lookup }, httpsAgent: { lookup } }),
    },
  })
}

/** Returns a function that returns the stream's own failure, if any. */
function watch(stream: Readable): () => Error | undefined {
  let failure: Error | undefined
  stream.once('error', (error) => {
    failure = error
  })
  return () => failure
}

const isMissing = (error: unknown): boolean => {
  const { name, $metadata } = ((error as Error).cause ?? error) as {
    name?: string
    $metadata?: { httpStatusCode?: number }
  }
  // A missing bucket is the operator's mistake, not a missing file.
  return name === 'NoSuchKey' || name === 'NotFound' || ($metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket')
}

function unavailable(error: unknown): AppError {
  if (error instanceof AppError) return error
  return new AppError(503, 'temporarily_unavailable', 'The file storage is unavailable. Try again shortly.', {
    cause: error,
    headers: { 'retry-after': '5' },
  })
}
