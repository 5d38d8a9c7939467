import { createHash, timingSafeEqual } from 'node:crypto'
import { isScope, scopeOf } from '#platform/calls/access.ts'
import type { Operation } from '#platform/calls/operation.ts'
import { type Role, roles } from '#platform/identity/caller.ts'
import { type GrantedRole, grantedRoles } from './schema.ts'

export const codeSeconds = 60
export const accessTokenSeconds = 3600
export const refreshTokenDays = 90
/** The previous token is accepted for this time, because a client may have lost the response with the new token. */
export const graceSeconds = 30
export const ticketMinutes = 60

export const languages = ['en', 'de', 'ar'] as const
export type Language = (typeof languages)[number]

export function chooseLanguage(...wishes: (string | undefined)[]): Language {
  for (const wish of wishes.flatMap((each) => (each ?? '').split(/[, ]/))) {
    const language = /^([a-z]{2,3})(?=$|[-_;])/i.exec(wish)?.[1]?.toLowerCase()
    const known = languages.find((each) => each === language)
    if (known) return known
  }
  return 'en'
}

/** Roles that a person can grant, lowest first. A person cannot grant a role above their own. */
export const rolesUpTo = (role: Role): GrantedRole[] =>
  grantedRoles.filter((each) => roles.indexOf(each) <= roles.indexOf(role))

const longestUri = 500
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?((?:[/?].*)?)$/
/** RFC 8252 §7.1 requires a reversed domain name, so the scheme is never one that browsers execute. */
const ownScheme = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\/{0,3}[^/]/

export function problemOfRedirectUri(uri: string): string | undefined {
  if (uri.length > longestUri) return `is longer than ${longestUri} characters`
  // Refuses characters that browsers drop or rewrite, because the real target would differ from the displayed address.
  if (/[^\x21-\x7e]|[\\"<>^`{|}*]/.test(uri)) return 'holds a character that no address has'
  if (uri.includes('#')) return 'has a fragment'
  if (!URL.canParse(uri)) return 'is no absolute address'
  const { protocol, username, password, hostname } = new URL(uri)
  if (username !== '' || password !== '') return 'names a user'
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:[/?]|$)/i.test(uri.slice(protocol.length + 2))) return 'has a segment of dots'
  if (uri.startsWith('https://') && hostname !== '') return undefined
  if (loopback.test(uri) || ownScheme.test(uri)) return undefined
  return 'must be https, http://127.0.0.1, http://[::1] or http://localhost, or a scheme of your own with a dot in its name'
}

/**
 * Compares addresses character by character. The port of a native program's loopback address is ignored, because the
 * system assigns it (RFC 8252 §7.3).
 */
export function isRegisteredUri(uri: string, registered: readonly string[]): boolean {
  if (problemOfRedirectUri(uri) !== undefined) return false
  if (registered.includes(uri)) return true
  const asked = loopback.exec(uri)
  return (
    asked !== null &&
    registered.some((each) => {
      const own = loopback.exec(each)
      return own !== null && own[1] === asked[1] && own[2] === asked[2]
    })
  )
}

/** Adds the response parameters to the redirect address, and preserves parameters that the address already has. */
export function withAnswer(uri: string, answer: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(answer).filter((each): each is [string, string] => each[1] !== undefined)
  return `${uri}${uri.includes('?') ? '&' : '?'}${new URLSearchParams(given)}`
}

/** The origin to which the browser may be redirected after the form, in the syntax of a content security policy. */
export function buildPolicySource(uri: string): string {
  const { protocol, origin } = new URL(uri)
  return protocol === 'https:' || protocol === 'http:' ? origin : protocol
}

// Scopes

/** Returns undefined if one of the scopes is unknown. */
export function readScopes(text: string | undefined, areas: readonly string[]): string[] | undefined {
  const asked = [...new Set((text ?? '').split(' ').filter(Boolean))]
  if (asked.length === 0) return ['read']
  return asked.length <= 100 && asked.every((each) => isScope(each, areas)) ? asked : undefined
}

/** An area, and whether a program can read or change anything of it without a person. */
export type OpenArea = { area: string; reads: boolean; writes: boolean }

/** Areas that programs can get access to. */
export function openAreas(operations: readonly Operation[]): OpenArea[] {
  const open = new Map<string, OpenArea>()
  for (const op of operations) {
    if (
      op.access.session ||
      op.access.beyondStores ||
      op.access.role === 'OWNER' ||
      op.tenancy === 'public' ||
      op.tenancy === 'storefront'
    )
      continue
    const [area = '', verb] = scopeOf(op).split(':')
    const known = open.get(area) ?? { area, reads: false, writes: false }
    open.set(area, { ...known, ...(verb === 'read' ? { reads: true } : { writes: true }) })
  }
  return [...open.values()]
}

/** Returns the areas that the requested scopes cover, each with its access: read, write or both. */
export const areasAsked = (asked: readonly string[], open: readonly OpenArea[]): OpenArea[] =>
  open
    .map(({ area, reads, writes }) => ({
      area,
      reads: reads && isCovered(`${area}:read`, asked),
      writes: writes && isCovered(`${area}:write`, asked),
    }))
    .filter(({ reads, writes }) => reads || writes)

export const scopesOfAreas = (areas: readonly OpenArea[]): string[] =>
  areas.flatMap(({ area, reads, writes }) => [...(reads ? [`${area}:read`] : []), ...(writes ? [`${area}:write`] : [])])

/** True if the requested scopes include `scope`. */
export function isCovered(scope: string, asked: readonly string[]): boolean {
  if (asked.includes(scope) || asked.includes('write')) return true
  const [area = '', verb] = scope.split(':')
  if (scope === 'read') return false
  return verb === 'read' && (asked.includes('read') || asked.includes(`${area}:write`))
}

/** Removes scopes that others include. */
export function shortest(scopes: readonly string[]): string[] {
  const unique = [...new Set(scopes)]
  return unique.filter(
    (each) =>
      !isCovered(
        each,
        unique.filter((other) => other !== each),
      ),
  )
}

// Proof keys

export const isChallenge = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '')
const verifierPattern = /^[A-Za-z0-9._~-]{43,128}$/

export function provesChallenge(verifier: string | undefined, challenge: string): boolean {
  if (verifier === undefined || !verifierPattern.test(verifier)) return false
  return isSame(createHash('sha256').update(verifier).digest('base64url'), challenge)
}

/** Compares in constant time, so that the time reveals nothing. */
export function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

// The resource

/** Clients can name the origin, `/mcp` or `/api/v1` as the resource, because each of these addresses is published. */
export const isOwnResource = (resource: string, origin: string): boolean =>
  // Some clients append a slash to any address.
  [origin, `${origin}/mcp`, `${origin}/api/v1`].includes(resource.replace(/\/$/, ''))

// Clients that are identified by the address of their metadata document

export const isDocumentAddress = (clientId: string): boolean => /^https?:\/\//.test(clientId)

export const longestClientId = 500
