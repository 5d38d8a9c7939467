import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/process/secrets.ts'
import { invalidField } from '#platform/values/errors.ts'
import type { OfferPromise } from '#resources/review-incentives/offers/rules.ts'

/** Less than any person needs for a review. */
export const minMs = 3_000
const maxMs = 86_400_000

/** The time of a form's start, and the offer that the form showed, signed for `scope`. */
export function signStart(secrets: Secrets, scope: string, now: Date, shown?: ShownOffer): string {
  const at = now.getTime().toString(36)
  const start = `${at}.${deriveProof(secrets, scope, at)}`
  return shown?.offer ? `${start}.${withProof(secrets, start, shown.product, encodeOffer(shown.offer))}` : start
}

/** The offer that a product's form showed. The form's start contains it, so the offer is honoured even after its end. */
export type ShownOffer = { product: string; offer: OfferPromise | undefined }

const encodeOffer = ({ incentiveId, version, points }: OfferPromise) =>
  `${incentiveId}.${points === null ? '-' : points.toString(36)}.${version.toString(36)}`

const withProof = (secrets: Secrets, start: string, product: string, word: string): string =>
  `${word}.${secrets.tokenFor(`incentive ${word} shown for ${product} by ${start}`).slice(0, 22)}`

/**
 * Returns the offer that a form showed, no matter how old the form is. Null if it showed none, undefined without a valid
 * start.
 */
export function shownBy(
  secrets: Secrets,
  scope: string,
  product: string,
  start: string | undefined,
): OfferPromise | null | undefined {
  if (!start || computeAge(secrets, scope, start, new Date(0)) === undefined) return undefined
  const [at, proof, ...words] = start.split('.')
  const word = words.slice(0, -1).join('.')
  const whole = withProof(secrets, `${at}.${proof}`, product, word)
  const given = words.join('.')
  if (whole.length !== given.length || !timingSafeEqual(Buffer.from(whole), Buffer.from(given))) return null
  // Starts that were signed before offers had versions contain none. Their forms showed version 1.
  const [incentiveId = '', points = '', version = '1'] = words.slice(0, -1)
  return {
    incentiveId,
    version: Number.parseInt(version, 36),
    points: points === '-' ? null : Number.parseInt(points, 36),
  }
}

const deriveProof = (secrets: Secrets, scope: string, at: string): string =>
  secrets.tokenFor(`review form of ${scope} given out at ${at}`).slice(0, 22)

export function begunAt(secrets: Secrets, scope: string, start: string | undefined, now: Date): Date | undefined {
  const age = computeAge(secrets, scope, start, now)
  return age === undefined ? undefined : new Date(now.getTime() - age)
}

export function computeAge(secrets: Secrets, scope: string, start: string | undefined, now: Date): number | undefined {
  const [, at, proof = ''] = /^([0-9a-z]{1,11})\.([\w-]{22})(?:\.[\w.-]{1,90})?$/.exec(start ?? '') ?? []
  if (at === undefined) return undefined
  const isOurs = timingSafeEqual(Buffer.from(proof), Buffer.from(deriveProof(secrets, scope, at)))
  return isOurs ? now.getTime() - Number.parseInt(at, 36) : undefined
}

/** Throws 400 for a form that was submitted too fast or is a day old. A form without a start is accepted. */
export function requirePace(secrets: Secrets, scope: string, start: string | undefined, now: Date): void {
  if (start === undefined) return
  const age = computeAge(secrets, scope, start, now)
  if (age === undefined) throw invalidField('/startedAt', 'was not given out by this service for this store')
  if (age < minMs) throw invalidField('/startedAt', 'is less than three seconds ago: wait, and send it again')
  if (age > maxMs) throw invalidField('/startedAt', 'is more than a day ago: begin the form anew, and send it again')
}

/** Used for forms that always have a start, so a missing start is refused too. */
export function requireFormPace(secrets: Secrets, scope: string, start: string | undefined, now: Date): void {
  if (start === undefined) throw invalidField('/startedAt', 'is missing: begin with GET /storefront/forms')
  requirePace(secrets, scope, start, now)
}

/** The name is shown below the review, so only the part that people use with strangers is returned. */
export const parseFirstName = (name: string | null): string => {
  const [first = ''] = (name ?? '').trim().split(/\s+/)
  return first.includes('@') || [...first].length > 40 ? '' : first
}

type Headers = Record<string, string | string[] | undefined>

/** True if a page of another origin sent this request. Missing headers are accepted, because old browsers omit them. */
export function isFromElsewhere(headers: Headers, origin: string): boolean {
  const site = headers['sec-fetch-site']
  if (typeof site === 'string') return site !== 'same-origin' && site !== 'none'
  const from = headers.origin
  if (typeof from !== 'string') return false
  // Behind a proxy the page's host may differ from `origin`, but then it equals the host header.
  return from !== origin && !(URL.canParse(from) && new URL(from).host === headers.host)
}
