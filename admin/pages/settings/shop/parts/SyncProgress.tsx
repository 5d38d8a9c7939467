import type { Sync } from '../../../../api/shops/shops.ts'
import { shownLocale } from '../../../../components/locale.ts'
import { Notice } from '../../../../components/Notice.tsx'
import { formatUntil, waitsUntil } from './labels.ts'

export function SyncProgress({ sync }: { sync: Sync }) {
  const {
    kind,
    status,
    progress: { read, total },
  } = sync
  const what = kind === 'orders' ? 'orders' : 'products'
  const until = waitsUntil(sync)
  const of = Math.max(total ?? 0, read, 1)
  const isMoving = !until && status === 'running'
  return (
    <section aria-label={`Progress of the ${what}`} className="grid gap-4">
      <p aria-live="polite" className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-[2rem] leading-none font-semibold tracking-tight tabular-nums">
          {read.toLocaleString(shownLocale)}
        </span>
        <span className="text-quiet">
          {total === null ? `${what} read so far` : `out of ${total.toLocaleString(shownLocale)} ${what} read`}
          {status === 'queued' && ', starts soon'}
        </span>
      </p>
      <div
        role="progressbar"
        aria-label={`${kind === 'orders' ? 'Orders' : 'Products'} read`}
        {...(total !== null && { 'aria-valuemin': 0, 'aria-valuemax': of, 'aria-valuenow': read })}
        aria-valuetext={total === null ? `${read.toLocaleString(shownLocale)} ${what}` : undefined}
        className="h-2 overflow-hidden rounded-full bg-plain-wash"
      >
        <span
          className={`block h-full rounded-full bg-accent transition-[width] ${isMoving ? 'motion-safe:animate-pulse' : ''}`}
          style={{ width: total === null ? (isMoving ? '100%' : '0%') : `${(read / of) * 100}%` }}
        />
      </div>
      {until && (
        <Notice tone="warn" icon="clock">
          Waiting for the shop until {formatUntil(until)}. Then the sync continues where it stopped.
          {sync.error && ` ${sync.error.message}`}
        </Notice>
      )}
    </section>
  )
}
