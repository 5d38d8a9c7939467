import type { DeliveryState, Webhook } from '../../../api/shops/webhooks.ts'
import type { Tone } from '../../../components/Badge.tsx'

export const stateNames: Record<DeliveryState, string> = {
  pending: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
}

export const stateTones: Record<DeliveryState, Tone> = { pending: 'warn', delivered: 'good', failed: 'danger' }

export const causeNames = {
  event: 'The event itself',
  recovery: 'An event while the webhook was off',
  replay: 'A replay',
  test: 'A test',
} as const

const disabledNames = {
  manual: 'Switched off',
  gone: 'Off: the receiver answered 410 Gone',
  failing: 'Off: every delivery failed for five days',
} as const

type Status = { name: string; tone: Tone }

export function chooseStatus({ enabled, disabledReason, failingSince }: Webhook): Status {
  if (!enabled)
    return { name: disabledNames[disabledReason ?? 'manual'], tone: disabledReason === 'manual' ? 'plain' : 'danger' }
  return failingSince ? { name: 'Failing', tone: 'warn' } : { name: 'On', tone: 'good' }
}

/** Null if a member created the webhook. */
export function makerText({ madeBy: { type, name } }: Webhook): string | null {
  if (type === 'key') return `Made by the API key ${name ?? ''}. It ends when that key is revoked.`
  if (type === 'connection') return `Made by the connected app ${name ?? ''}. It ends with that connection.`
  if (type === 'partner') return 'Created by a partner. It ends with their access.'
  if (type === 'support') return 'Created by support. It ends with their access.'
  if (type === 'unknown') return 'The creator is not recorded.'
  return null
}

export const eventsText = ({ allEvents, events }: Webhook): string => (allEvents ? 'All events' : events.join(', '))

export const nameOf = ({ description, url }: Webhook): string => description || new URL(url).host
