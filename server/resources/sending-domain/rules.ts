import { timingSafeEqual } from 'node:crypto'
import type { Billing, SubscriptionFacts } from '#platform/identity/subscription.ts'
import { registrableDomain } from '#platform/mail/registrable-domain.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { isUuid } from '#platform/values/ids.ts'
import { decideSubscriptionState, includes } from '#resources/billing/rules.ts'
import type { Status } from './schema.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A merchant may repair a wrong record within hours, so mail stops using the domain only after three days. */
export const degradeAfterMs = 72 * hourMs
/** A merchant who has published no record after this time has given up. Checks stop until the merchant requests one. */
export const pendingForMs = 14 * dayMs
export const degradedForMs = 30 * dayMs
/** Receivers may still verify mail for days after the old key signed it. */
export const keepRetiredMs = 7 * dayMs

/** The domain and its parents up to the registered domain, because a DMARC policy may be at any of them. */
export function policyDomains(domain: string): string[] {
  const registered = registrableDomain(domain) ?? domain
  const above: string[] = []
  for (let each = domain; each.length >= registered.length; each = each.slice(each.indexOf('.') + 1)) {
    above.push(each)
    if (each === registered) break
  }
  // Limits the queries for a name of twenty labels. The nearest parents and the registered domain are enough to decide.
  return above.length <= 4 ? above : [...above.slice(0, 3), registered]
}

export const isLocalPart = (text: string): boolean => text.length <= 64 && /^[a-z0-9_+-]+(\.[a-z0-9_+-]+)*$/.test(text)

/**
 * True for a name that is usable in a header: without control characters, line breaks or characters that change the text
 * direction.
 */
export const isHeaderText = (text: string): boolean =>
  text.trim() !== '' && !/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u.test(text)

/** `unknown` means that no name server answered, which proves nothing about the domain. */
export type CheckOutcome = 'ok' | 'wrong' | 'unknown'
export type DomainState = { status: Status; failingSince: Date | null; verifiedAt: Date | null }
export type CheckedState = DomainState & { nextCheckAt: Date | null }

export function afterCheck(state: DomainState, outcome: CheckOutcome, now: Date, byHand: boolean): CheckedState {
  const inMs = (ms: number) => new Date(now.getTime() + ms)
  const soon = inMs(hourMs)
  if (outcome === 'ok')
    return { status: 'verified', failingSince: null, verifiedAt: state.verifiedAt ?? now, nextCheckAt: inMs(dayMs) }
  if (state.status === 'failed')
    return byHand
      ? { ...state, status: 'pending', failingSince: now, nextCheckAt: soon }
      : { ...state, nextCheckAt: null }
  if (outcome === 'unknown') return { ...state, nextCheckAt: soon }
  const failingSince = state.failingSince ?? now
  const failingMs = now.getTime() - failingSince.getTime()
  const status = statusAfterFailing(state.status, failingMs)
  return { ...state, status, failingSince, nextCheckAt: status === 'failed' ? null : soon }
}

function statusAfterFailing(status: Status, failingMs: number): Status {
  if (status === 'verified') return failingMs >= degradeAfterMs ? 'degraded' : 'verified'
  if (status === 'degraded') return failingMs >= degradedForMs ? 'failed' : 'degraded'
  return failingMs >= pendingForMs ? 'failed' : 'pending'
}

export const leastPlan = 'growth'

/** A store on a smaller plan keeps its domain, while the operator sends its mail. */
export const isInPlan = (subscription: SubscriptionFacts, now: Date, billing: Billing): boolean =>
  includes(decideSubscriptionState(subscription, now, billing).plan, leastPlan)

export const chooseSenderName = (row: {
  from_name: string | null
  branding_name: string | null
  store_name: string | null
}) => row.from_name ?? row.branding_name ?? row.store_name ?? ''

export const parseAddress = (mailbox: string): string => /<([^<>]+)>\s*$/.exec(mailbox)?.[1]?.trim() ?? mailbox.trim()

/** The name in a store's domain whose CNAME points to the operator's bounce host. */
export const buildReturnPathHost = (domain: string) => `ev-bounces.${domain}`

// The token identifies store and message and proves that we created it, so a report can concern only that message.

/** `<store>.<message>.<proof>`, compared without case, because mail systems change case. */
const tokenLength = 12 + 1 + 25 + 1 + 16

/** A local part has at most 64 characters. The token and its `+` take 56 of them. */
export const maxBounceLocalPart = 64 - 1 - tokenLength

export type ReturnToken = {
  /** A token has only the first bits of the store's id. These bits match all ids from `storeFrom` to `storeTo`. */
  storeFrom: string
  storeTo: string
  messageId: string
  proof: string
}

export const messageToken = (secrets: Secrets, storeEnvId: string, messageId: string): string =>
  [
    encode(storeBits(storeEnvId), 12),
    encode(messageBits(messageId), 25),
    deriveProof(secrets, storeEnvId, messageId),
  ].join('.')

/** Finds all parts of a text that look like a token. `isProven` verifies a token. */
export function findTokens(text: string, most = 20): ReturnToken[] {
  const found = new Map<string, ReturnToken>()
  for (const [token, store = '', message = '', proof = ''] of text.toLowerCase().matchAll(pattern)) {
    const [storeFrom, storeTo, messageId] = [...storeRange(store), parseMessageId(message)]
    if (messageId && storeFrom && storeTo) found.set(token, { storeFrom, storeTo, messageId, proof })
    if (found.size >= most) break
  }
  return [...found.values()]
}

export function isProven(secrets: Secrets, storeEnvId: string, { messageId, proof }: ReturnToken): boolean {
  const [ours, theirs] = [Buffer.from(deriveProof(secrets, storeEnvId, messageId)), Buffer.from(proof)]
  return ours.length === theirs.length && timingSafeEqual(ours, theirs)
}

// Excludes i, l and o, because they look like digits, and u, so that tokens contain fewer words.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const symbol = `[${alphabet}]`
const pattern = new RegExp(`(?<![0-9a-z])(${symbol}{12})\\.(${symbol}{25})\\.(${symbol}{16})(?![0-9a-z])`, 'g')

const deriveProof = (secrets: Secrets, storeEnvId: string, messageId: string): string => {
  const digest = Buffer.from(secrets.tokenFor(`return address ${storeEnvId}/${messageId}`), 'base64url')
  return encode(BigInt(`0x${digest.toString('hex', 0, 10)}`), 16)
}

/** Hexadecimal digits of a UUIDv7 without its version digit. */
const digits = (id: string) => {
  const hex = id.replaceAll('-', '')
  return hex.slice(0, 12) + hex.slice(13)
}
const storeBits = (id: string) => BigInt(`0x${digits(id).slice(0, 15)}`)
const messageBits = (id: string) => BigInt(`0x${digits(id)}`)

function storeRange(text: string): [string?, string?] {
  const hex = decode(text).toString(16).padStart(15, '0')
  const [from, to] = ['0000-000000000000', 'ffff-ffffffffffff'].map(
    (end) => `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12)}-${end}`,
  )
  return [from, to]
}

function parseMessageId(text: string): string | undefined {
  const hex = decode(text).toString(16).padStart(31, '0')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(12, 15)}-${hex.slice(15, 19)}-${hex.slice(19)}`
  return hex.length === 31 && isUuid(id) ? id : undefined
}

function encode(bits: bigint, length: number): string {
  let text = ''
  for (let rest = bits; text.length < length; rest >>= 5n) text = alphabet.charAt(Number(rest & 31n)) + text
  return text
}

const decode = (text: string): bigint =>
  [...text].reduce((bits, each) => (bits << 5n) | BigInt(alphabet.indexOf(each)), 0n)
