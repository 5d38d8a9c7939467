// How long a form was open, whose name it begins with, and whether a request comes from the service's own page. Pure.
import { timingSafeEqual } from 'node:crypto'
import { invalidField } from '#platform/errors.ts'
import type { Secrets } from '#platform/secrets.ts'

/** Less is no time to write a review. */
export const minMs = 3_000
const maxMs = 86_400_000

/** Says when a form was given out, and for what, in a way that only the service can write. */
export function startOf(secrets: Secrets, scope: string, now: Date): string {
  const at = now.getTime().toString(36)
  return `${at}.${proofOf(secrets, scope, at)}`
}

const proofOf = (secrets: Secrets, scope: string, at: string): string =>
  secrets.tokenFor(`review form of ${scope} given out at ${at}`).slice(0, 22)

/** How long ago that was; undefined for what was never given out. */
export function ageOf(secrets: Secrets, scope: string, start: string | undefined, now: Date): number | undefined {
  const [, at, proof = ''] = /^([0-9a-z]{1,11})\.([\w-]{22})$/.exec(start ?? '') ?? []
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
