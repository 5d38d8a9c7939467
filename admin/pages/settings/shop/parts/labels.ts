import { apiPath } from '../../../../api/client.ts'
import { serverNowMs } from '../../../../api/server-clock.ts'
import type { InboundState } from '../../../../api/shops/inbound-webhooks.ts'
import { isUnderWay, type Retirement, type Shop, type Sync } from '../../../../api/shops/shops.ts'
import type { Tone } from '../../../../components/Badge.tsx'
import { shownLocale } from '../../../../components/locale.ts'
import { formatMoment, formatTime } from '../../../../components/values/dates.ts'
import { platforms } from './platforms.tsx'

export const labelOf = (platform: Shop['platform']) => platforms[platform].name

export const webhookAddress = ({ platform, id }: Shop) =>
  `${window.location.origin}${apiPath}/webhooks/${platform}/${id}`

export const statusNames: Record<Shop['status'], string> = {
  installing: 'Waits for your consent',
  active: 'Connected',
  paused: 'Paused',
  needs_reauth: 'Needs new access',
}

export const statusTones: Record<Shop['status'], Tone> = {
  installing: 'accent',
  active: 'good',
  paused: 'warn',
  needs_reauth: 'danger',
}

export const kindNames: Record<Sync['kind'], string> = { catalogue: 'Catalogue', orders: 'Orders' }

export const triggerNames: Record<Sync['trigger'], string> = {
  connect: 'on connecting',
  repair: 'on a repair',
  manual: 'by hand',
  nightly: 'in the night',
  settings: 'on new settings',
}

const syncStatusNames: Record<Sync['status'], string> = {
  queued: 'Starts soon',
  running: 'Under way',
  completed: 'Done',
  failed: 'Failed',
  held: 'Paused',
  cancelled: 'Cancelled',
}

const syncStatusTones: Record<Sync['status'], Tone> = {
  queued: 'accent',
  running: 'accent',
  completed: 'good',
  failed: 'danger',
  held: 'warn',
  cancelled: 'plain',
}

export const waitsUntil = (sync: Sync): string | undefined =>
  isUnderWay(sync) && sync.pausedUntil && Date.parse(sync.pausedUntil) > serverNowMs() ? sync.pausedUntil : undefined

export const syncStatusName = (sync: Sync) => (waitsUntil(sync) ? 'Waits' : syncStatusNames[sync.status])
export const syncStatusTone = (sync: Sync): Tone => (waitsUntil(sync) ? 'warn' : syncStatusTones[sync.status])

const withinDayMs = 12 * 3_600_000

export const formatUntil = (instant: string) =>
  Date.parse(instant) - serverNowMs() < withinDayMs ? formatTime(instant) : formatMoment(instant)

export const plural = (count: number, one: string, many: string) =>
  `${count.toLocaleString(shownLocale)} ${count === 1 ? one : many}`

export function outcomeText({ counts, kind, wouldRetire, status }: Sync): string {
  const parts = [
    counts.created > 0 && `${counts.created.toLocaleString(shownLocale)} new`,
    counts.updated > 0 && `${counts.updated.toLocaleString(shownLocale)} changed`,
    counts.unchanged > 0 && `${counts.unchanged.toLocaleString(shownLocale)} as before`,
    counts.retired > 0 && `${plural(counts.retired, 'variant', 'variants')} retired`,
    counts.returned > 0 && `${plural(counts.returned, 'variant', 'variants')} back`,
    status === 'held' && wouldRetire !== null && `${plural(wouldRetire, 'variant', 'variants')} missing`,
    counts.failed > 0 && `${counts.failed.toLocaleString(shownLocale)} left out`,
  ].filter((part) => part !== false)
  if (parts.length > 0) return parts.join(', ')
  return status === 'completed' ? (kind === 'orders' ? 'No orders' : 'No products') : ''
}

export const retirementStateNames: Record<Retirement['state'], string> = {
  found_missing: 'Not found',
  confirmed: 'Deleted in the shop',
  retired: 'Retired',
  still_there: 'Still there',
}

export const retirementStateTones: Record<Retirement['state'], Tone> = {
  found_missing: 'accent',
  confirmed: 'warn',
  retired: 'plain',
  still_there: 'good',
}

const reasons: Record<string, string> = {
  product_gone: 'The shop no longer has the product',
  variant_gone: 'The shop no longer sells the variant',
}

export const retirementReason = ({ reason, state }: Retirement) =>
  state === 'still_there' ? 'The list omitted it, but the shop returned it by its id' : (reasons[reason] ?? reason)

export const inboundStateNames: Record<InboundState, string> = {
  received: 'Waits',
  processed: 'Processed',
  ignored: 'Not needed',
  failed: 'Failed',
}

export const inboundStateTones: Record<InboundState, Tone> = {
  received: 'accent',
  processed: 'good',
  ignored: 'plain',
  failed: 'danger',
}
