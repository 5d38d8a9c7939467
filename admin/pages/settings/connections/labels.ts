import { serverNowMs } from '../../../api/server-clock.ts'
import type {
  Connection,
  ConnectionEvent,
  EventKind,
  EventState,
  FactKind,
  Provider,
} from '../../../api/shops/connectors.ts'
import type { Tone } from '../../../components/Badge.tsx'
import { formatMoment } from '../../../components/values/dates.ts'
import { formatCause } from '../../../texts/provider-causes.ts'
import { reasonText as requestReasonText } from '../../../texts/request-reasons.ts'

export const providerNames: Record<Provider, string> = {
  klaviyo: 'Klaviyo',
  omnisend: 'Omnisend',
  mailchimp: 'Mailchimp',
  brevo: 'Brevo',
}

export const keyHints: Record<Provider, string> = {
  klaviyo: 'A private key with the scope events:write.',
  omnisend: 'An API key with the permission to write events.',
  mailchimp: 'An API key with its data centre at the end, such as …-us21.',
  brevo: 'An API key (v3). Brevo gets facts about reviews and points, but cannot send review requests.',
}

export const kindNames: Record<EventKind, string> = {
  review_request_ready: 'Review request',
  review_request_reminder: 'Reminder',
  birthday_reward: 'Birthday reward',
  referral_reward: 'Referral reward',
  review_submitted: 'Review submitted',
  review_approved: 'Review approved',
  points_changed: 'Points changed',
  tier_changed: 'Tier changed',
  connection_test: 'Test event',
}

export const factMeanings: Record<FactKind, string> = {
  review_submitted: 'As soon as the address of the author is proven.',
  review_approved: 'When you approve it for the first time.',
  points_changed: 'For each line of a member’s journal.',
  tier_changed: 'When a member reaches another tier.',
}

/** Kinds of events that the provider accepts. Brevo accepts neither review requests nor rewards. */
export const kindsOf = (provider: Provider): EventKind[] =>
  (Object.keys(kindNames) as EventKind[]).filter(
    (kind) => provider !== 'brevo' || kind === 'connection_test' || kind in factMeanings,
  )

/** An erasure clears the profile. The provider has no name for this event. */
const profileCleared = 'Profile of an erased person emptied'

export const kindName = (kind: string) =>
  kind === 'profile_cleared' ? profileCleared : (kindNames[kind as EventKind] ?? kind)

export const statusNames: Record<Connection['status'], string> = {
  active: 'Active',
  needs_reauth: 'Needs a new key',
  paused: 'Paused',
}

export const statusTones: Record<Connection['status'], Tone> = {
  active: 'good',
  needs_reauth: 'danger',
  paused: 'warn',
}

export const eventStateNames: Record<EventState, string> = {
  pending: 'Waiting',
  sending: 'Being sent',
  accepted: 'Taken',
  dead: 'Failed',
  dropped: 'No longer needed',
}

export const eventStateTones: Record<EventState, Tone> = {
  pending: 'accent',
  sending: 'accent',
  accepted: 'good',
  dead: 'danger',
  dropped: 'plain',
}

export function reasonText({ reason, dueAt, state }: Pick<ConnectionEvent, 'reason' | 'dueAt' | 'state'>): string {
  const next =
    state === 'pending' && dueAt && Date.parse(dueAt) > serverNowMs() ? `next try ${formatMoment(dueAt)}` : ''
  const said = [reason && causeText(reason), next].filter(Boolean).join('; ')
  return said && said.charAt(0).toUpperCase() + said.slice(1)
}

/** Failure reasons that only connections have. */
const ownReasons: Record<string, string> = {
  attributes_unreadable: 'the provider did not list its contact attributes',
  review_removed: 'the review was deleted',
  review_is_spam: 'the review was marked as spam',
  not_approved: 'the review is no longer approved',
}

export const causeText = (reason: string): string =>
  ownReasons[reason] ?? formatCause(reason) ?? requestReasonText(reason)

/** The service refuses to resend an event that the provider may have received. */
export const mayReplay = ({ state, reason }: ConnectionEvent) => state === 'dead' && reason !== 'outcome_unknown'
