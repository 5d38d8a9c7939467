import { LRUCache } from 'lru-cache'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb } from '#platform/db/db.ts'
import { GuardedFetchError } from '#platform/guarded-fetch/errors.ts'
import { isUuid } from '#platform/values/ids.ts'
import { isDocumentAddress, longestClientId, problemOfRedirectUri } from './rules.ts'
import * as store from './store.ts'

export type Client = {
  id: string
  name: string
  redirectUris: readonly string[]
  /** Set for a registered program: only its organization may use it. */
  registered?: { id: string; organizationId: string; secretDigest: Buffer | null; previousSecretDigest: Buffer | null }
  /** Set for a program with a metadata document: the document's host. Nothing else is verified. */
  host?: string
}

/** The fault of a document, worded as the end of a sentence that begins with the document's address. */
export class DocumentProblem extends Error {}

const documentBytes = 16 * 1024
const documentMs = 5_000
const keptMs = 5 * 60_000
const failureKeptMs = 30_000

type ClientLookup = Client | DocumentProblem
type Cache = LRUCache<string, Promise<ClientLookup>>

/** Keyed by the service's `fetch`, so each service and test has its own cache. */
const caches = new WeakMap<Services['fetch'], Cache>()

function findCache({ fetch }: Services): Cache {
  const known = caches.get(fetch) ?? new LRUCache<string, Promise<ClientLookup>>({ max: 500, ttl: keptMs })
  caches.set(fetch, known)
  return known
}

export async function findClient(db: CrossDb, services: Services, clientId: string): Promise<Client | undefined> {
  if (clientId.length > longestClientId) return undefined
  if (isDocumentAddress(clientId)) return clientOfDocument(services, clientId)
  return findRegistered(db, clientId)
}

export async function findRegistered(db: CrossDb, clientId: string): Promise<Client | undefined> {
  const row = isUuid(clientId) ? await db.system('read', (tx) => store.findClient(tx, clientId)) : undefined
  if (!row) return undefined
  const { id, organizationId, name, redirectUris, secretDigest, previousSecretDigest } = row
  return { id, name, redirectUris, registered: { id, organizationId, secretDigest, previousSecretDigest } }
}

async function clientOfDocument(services: Services, address: string): Promise<Client> {
  const cache = findCache(services)
  let reading = cache.get(address)
  if (!reading) {
    reading = read(services, address).catch((error) => {
      if (!(error instanceof DocumentProblem)) throw error
      return error
    })
    cache.set(address, reading)
    reading.then(
      (found) => found instanceof DocumentProblem && cache.set(address, Promise.resolve(found), { ttl: failureKeptMs }),
      () => cache.delete(address),
    )
  }
  const found = await reading
  if (found instanceof DocumentProblem) throw found
  return found
}

async function read({ fetch }: Services, address: string): Promise<Client> {
  const problem = problemOfAddress(address)
  if (problem) throw new DocumentProblem(problem)
  const { status, headers, body, truncated } = await fetch(address, {
    headers: { accept: 'application/json' },
    maxBytes: documentBytes,
    timeoutMs: documentMs,
  }).catch((error) => {
    if (error instanceof GuardedFetchError) throw new DocumentProblem('cannot be read')
    throw error
  })
  // Redirects are refused, because an open redirect on a host could otherwise serve the document of another host.
  if (status !== 200) throw new DocumentProblem(`answered ${status}`)
  if (truncated) throw new DocumentProblem(`is larger than ${documentBytes / 1024} kB`)
  if (!/^application\/(?:[\w.-]+\+)?json\b/i.test(headers['content-type'] ?? ''))
    throw new DocumentProblem('is no JSON document')
  return clientFrom(address, parsed(body))
}

/** As the client-id metadata draft requires, the address is in normal form, with a path and without fragment or user. */
function problemOfAddress(address: string): string | undefined {
  if (!URL.canParse(address)) return 'is no address'
  const { href, pathname, hash, username, password } = new URL(address)
  if (href !== address) return 'is not written in its plain form'
  if (pathname === '/') return 'has no path'
  if (hash !== '' || username !== '' || password !== '') return 'has a fragment or names a user'
  return undefined
}

function parsed(body: Buffer): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(body.toString('utf8'))
    if (document !== null && typeof document === 'object' && !Array.isArray(document)) return { ...document }
  } catch {}
  throw new DocumentProblem('is no JSON object')
}

function clientFrom(address: string, document: Record<string, unknown>): Client {
  const { client_id, client_name, redirect_uris, token_endpoint_auth_method = 'none', grant_types } = document
  if (client_id !== address) throw new DocumentProblem('names another client_id')
  if (token_endpoint_auth_method !== 'none')
    throw new DocumentProblem('asks for a token_endpoint_auth_method other than "none"')
  if (grant_types !== undefined && !(Array.isArray(grant_types) && grant_types.includes('authorization_code')))
    throw new DocumentProblem('does not use authorization_code')
  if (!Array.isArray(redirect_uris) || redirect_uris.length === 0 || redirect_uris.length > 20)
    throw new DocumentProblem('needs 1 to 20 redirect_uris')
  for (const uri of redirect_uris)
    if (typeof uri !== 'string' || problemOfRedirectUri(uri) !== undefined)
      throw new DocumentProblem('has a redirect_uri that is not taken')
  const { host } = new URL(address)
  return { id: address, name: plainName(client_name) || host, redirectUris: redirect_uris as string[], host }
}

/** Removes characters that hide or reorder text. */
const plainName = (name: unknown): string =>
  typeof name === 'string'
    ? name
        .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, 100)
    : ''
