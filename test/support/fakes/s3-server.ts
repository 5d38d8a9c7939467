// An in-memory S3 server that checks Signature Version 4 and the digest of every body, and fails on request.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export type S3Object = { body: Buffer; type: string; cacheControl: string | undefined; etag: string; modifiedAt: Date }

/**
 * Replaces the response with an error, silence, or a truncated response. `meanwhile` runs before the connection of a
 * truncated response ends.
 */
export type Fault = { status: number; code: string } | 'hang' | Cut
type Cut = { cutAfter: number; meanwhile?: () => void }

export type S3Server = {
  port: number
  bucket: string
  url(more?: { prefix?: string; secret?: string; query?: string }): string
  objects: Map<string, S3Object>
  /** Multipart uploads that were started and neither completed nor aborted. */
  unfinished: Map<string, { key: string; parts: Map<number, Buffer>; begunAt: Date }>
  access: { accessKeyId: string; secretAccessKey: string; region: string }
  calls: string[]
  largestBody: number
  openConnections(): number
  fail(fault: Fault, options?: { method?: string; times?: number }): void
  close(): Promise<void>
}

const access = { id: 'AKIDEXAMPLE', secret: 'wJalr/XUtn+FEMI' }
const region = 'eu-test-1'

export async function startS3(bucket = 'photos-bucket'): Promise<S3Server> {
  const faults: { fault: Fault; method: string | undefined }[] = []
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (error instanceof Refusal) refuse(response, error)
      else response.destroy(error as Error)
    })
  })
  const sockets = new Set<unknown>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const s3: S3Server = {
    port: 0,
    bucket,
    access: { accessKeyId: access.id, secretAccessKey: access.secret, region },
    objects: new Map(),
    unfinished: new Map(),
    calls: [],
    largestBody: 0,
    openConnections: () => sockets.size,
    url: ({ prefix = '', secret = access.secret, query = '' } = {}) =>
      `s3://${access.id}:${encodeURIComponent(secret)}@127.0.0.1:${s3.port}/${bucket}${prefix && `/${prefix}`}?region=${region}&tls=false${query && `&${query}`}`,
    fail(fault, { method, times = 1 } = {}) {
      for (let i = 0; i < times; i++) faults.push({ fault, method })
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://s3')
    const body = await buffer(request)
    s3.largestBody = Math.max(s3.largestBody, body.length)
    const [, inBucket = '', ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    s3.calls.push(`${request.method} ${key}`)
    const at = faults.findIndex(({ method }) => method === undefined || method === request.method)
    const [{ fault } = { fault: undefined }] = at < 0 ? [] : faults.splice(at, 1)
    if (fault === 'hang') return
    if (fault && 'status' in fault) throw new Refusal(fault.status, fault.code)
    requireSignature(request, url, body)
    if (inBucket !== bucket) throw new Refusal(404, 'NoSuchBucket')
    answer(request, response, url, key, body, fault)
  }

  function answer(
    request: IncomingMessage,
    response: ServerResponse,
    url: URL,
    key: string,
    body: Buffer,
    cut: Cut | undefined,
  ): unknown {
    const { searchParams: query } = url
    const { method } = request
    const uploadId = query.get('uploadId')
    if (method === 'GET' && key === '' && query.get('list-type') === '2') return xml(response, list(query))
    if (method === 'GET' && query.has('uploads')) return xml(response, listUnfinished())
    if (method === 'POST' && query.has('uploads')) return xml(response, begin(key))
    if (method === 'PUT' && uploadId) return putPart(response, uploadId, Number(query.get('partNumber')), body)
    if (method === 'POST' && uploadId) return xml(response, complete(request, uploadId, body))
    if (method === 'DELETE' && uploadId) {
      s3.unfinished.delete(uploadId)
      return response.writeHead(204).end()
    }
    if (method === 'PUT') {
      s3.objects.set(key, makeObject(request, body))
      return response.writeHead(200, { etag: computeEtag(body) }).end()
    }
    if (method === 'DELETE') {
      s3.objects.delete(key)
      return response.writeHead(204).end()
    }
    const found = s3.objects.get(key)
    if (!found) throw new Refusal(404, method === 'HEAD' ? '' : 'NoSuchKey')
    return give(request, response, found, cut)
  }

  function begin(key: string): string {
    const id = `upload-${s3.unfinished.size + 1}-${Date.now()}`
    s3.unfinished.set(id, { key, parts: new Map(), begunAt: new Date() })
    return `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`
  }

  function putPart(response: ServerResponse, id: string, number: number, body: Buffer): void {
    const upload = s3.unfinished.get(id)
    if (!upload) throw new Refusal(404, 'NoSuchUpload')
    upload.parts.set(number, body)
    response.writeHead(200, { etag: computeEtag(body) }).end()
  }

  function complete(request: IncomingMessage, id: string, body: Buffer): string {
    const upload = s3.unfinished.get(id)
    if (!upload) throw new Refusal(404, 'NoSuchUpload')
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>/g)].map(([, number]) => Number(number))
    const parts = named.map((number) => upload.parts.get(number))
    if (parts.some((part, i) => !part || (i < parts.length - 1 && part.length < 5 * 1024 * 1024))) {
      throw new Refusal(400, 'EntityTooSmall')
    }
    s3.unfinished.delete(id)
    s3.objects.set(upload.key, makeObject(request, Buffer.concat(parts as Buffer[])))
    return `<CompleteMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${upload.key}</Key><ETag>&quot;x&quot;</ETag></CompleteMultipartUploadResult>`
  }

  function list(query: URLSearchParams): string {
    const [prefix, after, most] = [
      query.get('prefix') ?? '',
      query.get('start-after') ?? '',
      Number(query.get('max-keys') ?? 1000),
    ]
    const keys = [...s3.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const shown = keys.slice(0, Math.min(most, 1000)).map((key) => {
      const { body, modifiedAt } = s3.objects.get(key) as S3Object
      return `<Contents><Key>${key}</Key><Size>${body.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`
    })
    return `<ListBucketResult><Name>${bucket}</Name><KeyCount>${shown.length}</KeyCount><IsTruncated>${keys.length > shown.length}</IsTruncated>${shown.join('')}</ListBucketResult>`
  }

  function listUnfinished(): string {
    const uploads = [...s3.unfinished].map(
      ([id, { key, begunAt }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begunAt.toISOString()}</Initiated></Upload>`,
    )
    return `<ListMultipartUploadsResult><Bucket>${bucket}</Bucket>${uploads.join('')}</ListMultipartUploadsResult>`
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  s3.port = (server.address() as AddressInfo).port
  return s3
}

const computeEtag = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`

const makeObject = ({ headers }: IncomingMessage, body: Buffer): S3Object => ({
  body,
  type: headers['content-type'] ?? 'binary/octet-stream',
  cacheControl: headers['cache-control'],
  etag: computeEtag(body),
  modifiedAt: new Date(),
})

function give(request: IncomingMessage, response: ServerResponse, found: S3Object, cut: Cut | undefined): void {
  const { body, etag, type, modifiedAt } = found
  const { 'if-match': ifMatch, range } = request.headers
  if (ifMatch !== undefined && ifMatch !== etag) throw new Refusal(412, 'PreconditionFailed')
  const [, start = '0', end = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  const from = Number(start)
  if (from > 0 && from >= body.length) throw new Refusal(416, 'InvalidRange')
  const rest = body.subarray(from, end === '' ? undefined : Number(end) + 1)
  response.writeHead(range === undefined ? 200 : 206, {
    etag,
    'content-type': type,
    'content-length': rest.length,
    'last-modified': modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
  })
  if (request.method === 'HEAD') return void response.end()
  if (cut === undefined) return void response.end(rest)
  response.write(rest.subarray(0, cut.cutAfter), () => {
    cut.meanwhile?.()
    response.destroy()
  })
}

class Refusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

const xml = (response: ServerResponse, text: string) =>
  void response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>${text}`)

function refuse(response: ServerResponse, { status, code }: Refusal): void {
  if (code === '') return void response.writeHead(status).end()
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message><RequestId>1</RequestId></Error>`,
  )
}

const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')

/** Follows the published steps of Signature Version 4: canonical request, string to sign, derived key. */
function requireSignature(request: IncomingMessage, url: URL, body: Buffer): void {
  const { headers, method = '' } = request
  const [, credential = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [id = '', date = '', inRegion = '', service = '', end = ''] = credential.split('/')
  if (id !== access.id) throw new Refusal(403, 'InvalidAccessKeyId')
  const at = String(headers['x-amz-date'])
  if (inRegion !== region || service !== 's3' || end !== 'aws4_request' || !at.startsWith(date)) {
    throw new Refusal(400, 'AuthorizationHeaderMalformed')
  }
  const names = signed.split(';')
  if (!names.includes('host') || !names.includes('x-amz-content-sha256')) throw new Refusal(403, 'AccessDenied')
  const digest = String(headers['x-amz-content-sha256'])
  if (digest !== 'UNSIGNED-PAYLOAD' && digest !== sha256(body)) throw new Refusal(400, 'XAmzContentSHA256Mismatch')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const canonical = [
    method,
    url.pathname,
    query,
    ...names.map((name) => `${name}:${String(headers[name]).trim().replace(/\s+/g, ' ')}`),
    '',
    signed,
    digest,
  ].join('\n')
  const toSign = ['AWS4-HMAC-SHA256', at, `${date}/${inRegion}/${service}/${end}`, sha256(canonical)].join('\n')
  const key = [date, inRegion, service, end].reduce<Buffer | string>(
    (made, part) => hmac(made, part),
    `AWS4${access.secret}`,
  )
  const expected = hmac(key, toSign)
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) throw new Refusal(403, 'SignatureDoesNotMatch')
}

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
