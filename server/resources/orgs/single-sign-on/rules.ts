import { domainToASCII } from 'node:url'
import { basePath } from '#platform/calls/operation.ts'
import type { Role } from '#platform/identity/caller.ts'
import { conflict, invalidField } from '#platform/values/errors.ts'
import { ownPath } from '#platform/values/own-path.ts'
import { parseRateLimits } from '#platform/values/windows.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** A domain becomes unproven if its record is missing for this time, which is enough to repair an accidental deletion. */
const lostAfterMs = 3 * dayMs
/** A record that was never published counts as abandoned after this time. */
const pendingForMs = 14 * dayMs

export const maxDomains = 20
export const attemptMinutes = 10
/** Limits each client, because each attempt queries a provider. */
export const attemptLimits = parseRateLimits('30/600s')

export const lostMail = 'orgs.mail_lost_domain'

const adminPages = '/admin'
const pagesBehindSignIn = [adminPages, '/oauth/authorize', `${basePath}/connectors/shopify/callback`]

export const readNext = (next: string | undefined, origin: string) => readPage(next, origin, pagesBehindSignIn)
export const readTrialNext = (next: string | undefined, origin: string) => readPage(next, origin, [adminPages])

function readPage(next: string | undefined, origin: string, pages: readonly string[]): string | undefined {
  if (next === undefined) return undefined
  const path = ownPath(next, origin)
  const pathname = path && new URL(path, origin).pathname
  if (pages.some((page) => pathname === page || pathname?.startsWith(`${page}/`))) return path
  throw invalidField('/next', `must be the path of a page of this service that begins with ${pages.join(' or ')}`)
}

export const callbackPath = '/api/v1/auth/single-sign-on/callback'

export const secretContext = (organizationId: string, id: string) => `single sign-on ${organizationId}/${id}`

export const recordName = (domain: string) => `_evident-sign-on.${domain}`
export const recordValue = (token: string) => `evident-sign-on=${token}`

export const parseDomain = (email: string): string =>
  domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase())

export type DomainState = { provenAt: Date | null; failingSince: Date | null; createdAt: Date }
export type DomainOutcome = 'found' | 'missing' | 'unknown'
export type NextDomainState = Pick<DomainState, 'provenAt' | 'failingSince'> & { nextCheckAt: Date | null }

export function afterCheck(state: DomainState, outcome: DomainOutcome, now: Date): NextDomainState {
  const inMs = (ms: number) => new Date(now.getTime() + ms)
  if (outcome === 'found') return { provenAt: state.provenAt ?? now, failingSince: null, nextCheckAt: inMs(dayMs) }
  const { provenAt, failingSince } = state
  // A name server that does not answer proves nothing about the domain.
  if (outcome === 'unknown') return { provenAt, failingSince, nextCheckAt: inMs(hourMs) }
  if (provenAt === null) {
    const isGivenUp = now.getTime() - state.createdAt.getTime() >= pendingForMs
    return { provenAt, failingSince, nextCheckAt: isGivenUp ? null : inMs(hourMs) }
  }
  const since = failingSince ?? now
  if (now.getTime() - since.getTime() >= lostAfterMs)
    return { provenAt: null, failingSince: since, nextCheckAt: inMs(hourMs) }
  return { provenAt, failingSince: since, nextCheckAt: inMs(hourMs) }
}

export function decideStatus({ provenAt, failingSince }: { provenAt: unknown; failingSince: unknown }) {
  if (provenAt !== null) return failingSince === null ? 'proven' : 'failing'
  return failingSince === null ? 'pending' : 'lost'
}

export type Refusal =
  | 'expired'
  | 'changed'
  | 'denied'
  | 'provider'
  | 'no_email'
  | 'email_unverified'
  | 'domain_not_proven'
  | 'deactivated'
  | 'other_subject'
  | 'linked_elsewhere'
  | 'owner_not_linked'
  | 'account_unverified'
  | 'not_invited'
  | 'owner_invitation'
  | 'closing'

export type KnownMember = { id: string; userId: string; role: Role; active: boolean; isLinked: boolean }

export type EntryFacts = {
  emailVerified: boolean | undefined
  isDomainProven: boolean
  linked: KnownMember | undefined
  account: { id: string; emailVerified: boolean } | undefined
  member: KnownMember | undefined
  invitation: { id: string; role: Role } | undefined
  invitedOnly: boolean
  defaultRole: Role
}

export type Entry =
  | { refused: Refusal }
  | { member: KnownMember; link: boolean }
  | { role: Role; invitationId: string | undefined }

/**
 * The email address must be of a proven domain. An address alone never links an owner, because then a provider's admin
 * could become owner.
 */
export function decideEntry(seen: EntryFacts): Entry {
  const { linked, member, account, invitation } = seen
  if (!seen.isDomainProven) return { refused: 'domain_not_proven' }
  if (seen.emailVerified === false) return { refused: 'email_unverified' }
  if (linked) return linked.active ? { member: linked, link: false } : { refused: 'deactivated' }
  if (member) {
    if (!member.active) return { refused: 'deactivated' }
    if (member.isLinked) return { refused: 'other_subject' }
    if (member.role === 'OWNER') return { refused: 'owner_not_linked' }
    return { member, link: true }
  }
  // Refused, because the account's creator knows its password, but possibly does not own the mailbox.
  if (account && !account.emailVerified) return { refused: 'account_unverified' }
  if (invitation?.role === 'OWNER') return { refused: 'owner_invitation' }
  if (!invitation && seen.invitedOnly) return { refused: 'not_invited' }
  return { role: invitation?.role ?? seen.defaultRole, invitationId: invitation?.id }
}

export const domainTaken = () =>
  conflict(
    'The record is right, but another organization here uses this domain. That organization must give the domain up first.',
    'domain_taken',
  )

export const domainKnown = () => conflict('This domain is already in the list.', 'domain_known')

export const domainNotProven = () =>
  conflict(
    'Prove a domain first. Single sign-on can only be required for addresses of proven domains.',
    'domain_not_proven',
  )
