import { resolve } from 'node:path'

export type StorageAddress = { publicBase?: string } & ({ kind: 'file'; folder: string } | S3Address)

export type S3Address = {
  kind: 's3'
  bucket: string
  /** Precedes every key and ends with a slash, or is empty. */
  prefix: string
  /** The URL of a compatible server. Absent means Amazon's own endpoint for the region. */
  endpoint?: string
  region?: string
  /** Absent means that the SDK finds credentials itself (environment, profile, the machine's role). */
  credentials?: { accessKeyId: string; secretAccessKey: string }
  /** True when the bucket is part of the URL's path instead of its host. */
  pathStyle: boolean
}

export const storageForms =
  'file:/path or s3://KEY:SECRET@host[:port]/bucket[/prefix][?region=…&tls=false&style=path|host&public=https://…]'

export function readStorageAddress(text: string): StorageAddress {
  const url = URL.parse(text)
  if (url?.protocol === 'file:') return readFile(url, text)
  if (url?.protocol === 's3:') return readS3(url)
  throw new Error(`must be ${storageForms}.`)
}

function readFile(url: URL, text: string): StorageAddress {
  const query = readQuery(url, ['public'])
  const path = decodeURIComponent(text.replace(/\?.*$/, '').replace(/^file:(\/\/)?/, ''))
  if (path === '') throw new Error('names no folder. Write file:/path/to/files.')
  return { kind: 'file', folder: resolve(path), ...publicBase(query.public) }
}

function readS3(url: URL): StorageAddress {
  const query = readQuery(url, ['public', 'region', 'tls', 'style'])
  const [bucket = '', ...folders] = url.pathname.split('/').filter(Boolean).map(decodeURIComponent)
  if (!/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/i.test(bucket)) {
    throw new Error('names no bucket. Write s3://KEY:SECRET@host/bucket, or s3:///bucket?region=… for Amazon’s own.')
  }
  if (!folders.every((folder) => /^[\w-][\w.-]*$/.test(folder))) {
    throw new Error('has a prefix with other characters than letters, digits, dots, dashes and slashes.')
  }
  const credentials = readCredentials(url)
  const region =
    query.region ?? (url.host ? /\.([a-z]{2}(?:-[a-z]+)+-\d)\.amazonaws\.com$/.exec(url.hostname)?.[1] : undefined)
  return {
    kind: 's3',
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    ...(url.host && {
      endpoint: `${parseChoice('tls', query.tls ?? 'true', ['true', 'false']) === 'true' ? 'https' : 'http'}://${url.host}`,
    }),
    // Servers that are compatible with S3 accept any region. For Amazon, the SDK reads an omitted region from AWS_REGION.
    ...(region ? { region } : url.host ? { region: 'us-east-1' } : {}),
    ...(credentials && { credentials }),
    pathStyle: parseChoice('style', query.style ?? (url.host ? 'path' : 'host'), ['path', 'host']) === 'path',
    ...publicBase(query.public),
  }
}

function readCredentials({ username, password }: URL) {
  if (username === '' && password === '') return undefined
  if (username === '' || password === '') throw new Error('needs both a key and a secret before the @, or neither.')
  return { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) }
}

function readQuery(url: URL, known: readonly string[]): Record<string, string | undefined> {
  const unknown = [...url.searchParams.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`has an unknown part "${unknown}"; known: ${known.join(', ')}.`)
  return Object.fromEntries(url.searchParams)
}

function parseChoice(name: string, value: string, allowed: readonly string[]): string {
  if (!allowed.includes(value)) throw new Error(`says ${name}=${value}; it must be ${allowed.join(' or ')}.`)
  return value
}

function publicBase(text: string | undefined): { publicBase?: string } {
  if (text === undefined) return {}
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
    throw new Error(`says public=${text}; it must be an address such as https://cdn.example.com/photos.`)
  }
  return { publicBase: url.href.replace(/\/+$/, '') }
}
