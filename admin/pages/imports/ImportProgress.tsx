import { type Import, isUnderWay } from '../../api/shops/imports.ts'
import { shownLocale } from '../../components/locale.ts'

const parts = [
  ['imported', 'Imported', 'Would be imported', 'bg-good'],
  ['updated', 'Updated', 'Would change', 'bg-accent'],
  ['skipped', 'Already there', 'Already there', 'bg-line-strong'],
  ['failed', 'Failed', 'Would fail', 'bg-danger'],
] as const

export function ImportProgress({ row }: { row: Import }) {
  const { total, processed } = row
  const of = Math.max(total ?? 0, processed, 1)
  return (
    <section aria-label="Progress" className="card grid gap-5 p-5 sm:p-6">
      <p aria-live="polite" className="flex flex-wrap items-baseline gap-x-3">
        <span className="text-[2rem] leading-none font-semibold tracking-tight tabular-nums">
          {processed.toLocaleString(shownLocale)}
        </span>
        <span className="text-quiet">
          {total !== null
            ? `out of ${total.toLocaleString(shownLocale)} rows`
            : isUnderWay(row)
              ? 'rows read so far'
              : 'rows read'}
          {row.status === 'queued' && ', waiting for its turn'}
        </span>
      </p>
      <div
        role="progressbar"
        aria-label="Rows done"
        aria-valuemin={0}
        aria-valuemax={of}
        aria-valuenow={processed}
        className="flex h-2 overflow-hidden rounded-full bg-plain-wash"
      >
        {parts.map(([name, , , colour]) => (
          <span
            key={name}
            className={`${colour} transition-[width] ${isUnderWay(row) ? 'motion-safe:animate-pulse' : ''}`}
            style={{ width: `${(row[name] / of) * 100}%` }}
          />
        ))}
      </div>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {parts.map(([name, done, checked, colour]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="flex items-center gap-2 text-sm text-quiet">
              <span aria-hidden="true" className={`size-2 rounded-full ${colour}`} />
              {row.dryRun ? checked : done}
            </dt>
            <dd className="text-lg font-semibold tabular-nums">{row[name].toLocaleString(shownLocale)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
