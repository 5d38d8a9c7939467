import type { Connection, ConnectionEvent, EventKind, EventState, Provider } from '../../../api/connectors.ts'
import type { Tone } from '../../../components/Badge.tsx'
import { formatMoment } from '../../../components/dates.ts'
import { reasonText as requestReasonText } from '../../orders/requests.ts'

export const providerNames: Record<Provider, string> = {
  klaviyo: 'Klaviyo',
  omnisend: 'Omnisend',
  mailchimp: 'Mailchimp',
}

/** Where the key is found and what it has to be allowed to do. */
export const keyHints: Record<Provider, string> = {
  klaviyo: 'A private key with the scope events:write.',
  omnisend: 'An API key with the permission to write events.',
  mailchimp: 'An API key with its data centre at the end, such as …-us21.',
}

export const kindNames: Record<EventKind, string> = {
  review_request_ready: 'Review request',
  review_request_reminder: 'Reminder',
  connection_test: 'Test event',
}

export const kindName = (kind: string) => kindNames[kind as EventKind] ?? kind

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
  dead: 'Given up',
  dropped: 'Not wanted any more',
}

export const eventStateTones: Record<EventState, Tone> = {
  pending: 'accent',
  sending: 'accent',
  accepted: 'good',
  dead: 'danger',
  dropped: 'plain',
}

const reasonTexts: Record<string, string> = {
  outcome_unknown: 'no answer came: the provider may have taken it, so it is not sent a second time',
  connection_removed: 'the connection was removed',
  provider_changed: 'another sends the requests by now',
  audience_unknown: 'it does not know the audience',
  key_unreadable: 'it was sealed with a key that this service no longer has',
  unreadable: 'it was sealed with a key that this service no longer has',
  aborted: 'the service was about to stop',
  address_refused: 'the address of the provider may not be called',
  connect_failed: 'the provider could not be reached',
  tls_failed: 'no safe connection could be made to the provider',
  timeout: 'the provider did not answer in time',
  protocol_error: 'the answer of the provider broke off',
}

const meanings: Record<string, string> = {
  401: ': it does not accept the key',
  403: ': the key may not do this',
  404: ': it does not know the recipient or the list',
  429: ': too many calls at once',
}

/** Why an event waits, was given up or is not wanted, and when it is tried again. */
export function reasonText({ reason, dueAt, state }: Pick<ConnectionEvent, 'reason' | 'dueAt' | 'state'>): string {
  const next = state === 'pending' && dueAt && Date.parse(dueAt) > Date.now() ? `next try ${formatMoment(dueAt)}` : ''
  const said = [reason && causeText(reason), next].filter(Boolean).join('; ')
  return said && said.charAt(0).toUpperCase() + said.slice(1)
}

export function causeText(reason: string): string {
  const [, status, code] = /^http_(\d{3})(?: (.+))?$/.exec(reason) ?? []
  if (!status) return reasonTexts[reason] ?? requestReasonText(reason)
  return `the provider answered ${status}${code ? ` (${code.replaceAll('_', ' ')})` : (meanings[status] ?? '')}`
}

/** One whose fate nobody knows may have been taken: the service would refuse to tell it again. */
export const mayReplay = ({ state, reason }: ConnectionEvent) => state === 'dead' && reason !== 'outcome_unknown'
