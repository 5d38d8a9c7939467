// Thresholds and comparisons of signals. Pure.
import { isPublicMailbox } from '#platform/mail/public-mailboxes.ts'
import { registrableDomain } from '#platform/mail/registrable-domain.ts'
import type { InsiderMatch, Kind, State } from './schema.ts'

const hourMs = 3_600_000
export const dayMs = 24 * hourMs
export const weekMs = 7 * dayMs
/** HMACs of networks are deleted after this time. */
export const networksKeptMs = 30 * dayMs
export const meanDays = 90

export const least = { burst: 10, burstFactor: 5, mailboxes: 4, names: 3 } as const

/** The mailbox of an address: lower case, without a tag after a plus. */
export function toMailbox(email: string): string {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at).toLowerCase()
  const plus = local.indexOf('+')
  return `${plus > 0 ? local.slice(0, plus) : local}@${email.slice(at + 1).toLowerCase()}`
}

export const toName = (name: string): string =>
  name.normalize('NFKC').toUpperCase().toLowerCase().replace(/\s+/gu, ' ').trim()

type TimedRow = { at: number }

/**
 * Returns the span of this length that contains `time` and has the highest `measure`. The rows are sorted by time.
 */
export function findBusiest<Row extends TimedRow>(
  all: readonly Row[],
  time: number,
  spanMs: number,
  measure: (rows: readonly Row[]) => number,
): Row[] {
  let best: Row[] = []
  let most = -1
  for (const first of all) {
    if (first.at > time) break
    if (time - first.at >= spanMs) continue
    const rows = all.filter(({ at }) => at >= first.at && at - first.at < spanMs)
    const found = measure(rows)
    if (found > most) [best, most] = [rows, found]
  }
  return best
}

export const isBurst = (inDay: number, dailyMean: number): boolean =>
  inDay >= least.burst && inDay >= least.burstFactor * dailyMean

export const countMailboxes = (rows: readonly { email: string }[]): number =>
  new Set(rows.map(({ email }) => toMailbox(email))).size

export const countNames = (rows: readonly { name: string }[]): number =>
  new Set(rows.map(({ name }) => toName(name)).filter(Boolean)).size

export type OwnAddresses = {
  members: readonly string[]
  origins: readonly string[]
  sendingDomain: string | null
  billingEmail: string | null
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** The domain that belongs to one owner. Null for a public mail provider, an IP address and a public suffix. */
function ownedDomain(host: string): string | null {
  const domain = registrableDomain(host)
  return domain === null || isPublicMailbox(domain) || isPublicMailbox(host) ? null : domain
}

export function findInsider(
  email: string,
  { members, origins, sendingDomain, billingEmail }: OwnAddresses,
): { match: InsiderMatch; domain: string | null } | undefined {
  const mailbox = toMailbox(email)
  if (members.some((each) => toMailbox(each) === mailbox)) return { match: 'member', domain: null }
  const domain = ownedDomain(domainOf(email))
  if (domain === null) return undefined
  const known: [InsiderMatch, readonly string[]][] = [
    ['origin', origins.flatMap((each) => (URL.canParse(each) ? [new URL(each).hostname] : []))],
    ['sending_domain', sendingDomain === null ? [] : [sendingDomain]],
    ['billing_address', billingEmail === null ? [] : [domainOf(billingEmail)]],
  ]
  const found = known.find(([, hosts]) => hosts.some((host) => ownedDomain(host) === domain))
  return found && { match: found[0], domain }
}

/** A signal needs at least this number of reviews. */
export const leastReviews = (kind: Kind): number => (kind === 'near_copy' ? 2 : 1)

/**
 * True if further reviews join this signal. A dismissed burst or network also covers later reviews while it lasts. After
 * any other dismissed signal, further reviews are a new signal.
 */
export const takesFurther = (kind: Kind, state: State): boolean =>
  state !== 'dismissed' || kind === 'burst' || kind === 'one_network'

export type NewSignal = { kind: Kind; reviewIds: readonly string[] }
export type KnownSignal = { id: string; kind: Kind; state: State; reviewIds: readonly string[] }

/** Returns the signal that already reports these reviews, or else the one that they join. */
export function findJoined(found: NewSignal, known: readonly KnownSignal[]): KnownSignal | undefined {
  const ofKind = known.filter(({ kind }) => kind === found.kind)
  const hasAll = ({ reviewIds }: KnownSignal) => found.reviewIds.every((id) => reviewIds.includes(id))
  return (
    ofKind.find(hasAll) ??
    ofKind.find(
      ({ state, reviewIds }) => takesFurther(found.kind, state) && reviewIds.some((id) => found.reviewIds.includes(id)),
    )
  )
}
