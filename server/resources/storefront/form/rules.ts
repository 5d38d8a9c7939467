// How long a form was open, whose name it begins with, and whether a request comes from the service's own page. Pure.
import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/process/secrets.ts'
import { invalidField } from '#platform/values/errors.ts'
import type { Promised } from '#resources/review-incentives/offers/rules.ts'

/** Less is no time to write a review. */
export const minMs = 3_000
const maxMs = 86_400_000

/** Says when a form was given out, and for what, in a way that only the service can write. */
export function startOf(secrets: Secrets, scope: string, now: Date, shown?: Shown): string {
  const at = now.getTime().toString(36)
  const start = `${at}.${proofOf(secrets, scope, at)}`
  return shown?.offer ? `${start}.${withProof(secrets, start, shown.product, wordOf(shown.offer))}` : start
}

/** What stood above the stars of a product's form, which its start remembers: that is honoured, though it may have ended since. */
export type Shown = { product: string; offer: Promised | undefined }

const wordOf = ({ incentiveId, version, points }: Promised) =>
  `${incentiveId}.${points === null ? '-' : points.toString(36)}.${version.toString(36)}`

const withProof = (secrets: Secrets, start: string, product: string, word: string): string =>
  `${word}.${secrets.tokenFor(`incentive ${word} shown for ${product} by ${start}`).slice(0, 22)}`

/** What that form showed: null for nothing, undefined for a form that does not say when it was begun. However old it is. */
export function shownBy(
  secrets: Secrets,
  scope: string,
  product: string,
  start: string | undefined,
): Promised | null | undefined {
  if (!start || ageOf(secrets, scope, start, new Date(0)) === undefined) return undefined
  const [at, proof, ...words] = start.split('.')
  const word = words.slice(0, -1).join('.')
  const whole = withProof(secrets, `${at}.${proof}`, product, word)
  const given = words.join('.')
  if (whole.length !== given.length || !timingSafeEqual(Buffer.from(whole), Buffer.from(given))) return null
  // A form that was begun before versions were recorded showed the first.
  const [incentiveId = '', points = '', version = '1'] = words.slice(0, -1)
  return {
    incentiveId,
    version: Number.parseInt(version, 36),
    points: points === '-' ? null : Number.parseInt(points, 36),
  }
}

const proofOf = (secrets: Secrets, scope: string, at: string): string =>
  secrets.tokenFor(`review form of ${scope} given out at ${at}`).slice(0, 22)

/** When that was; undefined for what was never given out. */
export function begunAt(secrets: Secrets, scope: string, start: string | undefined, now: Date): Date | undefined {
  const age = ageOf(secrets, scope, start, now)
  return age === undefined ? undefined : new Date(now.getTime() - age)
}

/** How long ago that was; undefined for what was never given out. */
export function ageOf(secrets: Secrets, scope: string, start: string | undefined, now: Date): number | undefined {
  const [, at, proof = ''] = /^([0-9a-z]{1,11})\.([\w-]{22})(?:\.[\w.-]{1,90})?$/.exec(start ?? '') ?? []
  if (at === undefined) return undefined
  const isOurs = timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(secrets, scope, at)))
  return isOurs ? now.getTime() - Number.parseInt(at, 36) : undefined
}

/** Throws 400 for a form that came back faster than anybody writes, or is a day old. One that says nothing of it passes. */
export function requirePace(secrets: Secrets, scope: string, start: string | undefined, now: Date): void {
  if (start === undefined) return
  const age = ageOf(secrets, scope, start, now)
  if (age === undefined) throw invalidField('/startedAt', 'was not given out by this service for this store')
  if (age < minMs) throw invalidField('/startedAt', 'is less than three seconds ago: wait, and send it again')
  if (age > maxMs) throw invalidField('/startedAt', 'is more than a day ago: begin the form anew, and send it again')
}

/** Of forms that always say when they were begun: one that does not is refused as well. */
export function requireFormPace(secrets: Secrets, scope: string, start: string | undefined, now: Date): void {
  if (start === undefined) throw invalidField('/startedAt', 'is missing: begin with GET /storefront/forms')
  requirePace(secrets, scope, start, now)
}

/** Everybody reads it below the review, so no more of the buyer's name than they would tell a stranger. */
export const firstNameOf = (name: string | null): string => {
  const [first = ''] = (name ?? '').trim().split(/\s+/)
  return first.includes('@') || [...first].length > 40 ? '' : first
}

type Headers = Record<string, string | string[] | undefined>

/** Whether a page of another origin sent this. What an old browser does not say is not held against it. */
export function isFromElsewhere(headers: Headers, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none'
  const from = headers.origin
  if (typeof from !== 'string') return false
  // Behind a proxy the service may be reached by another name than its own.
  return from !== origin && !(URL.canParse(from) && new URL(from).host === headers.host)
}
