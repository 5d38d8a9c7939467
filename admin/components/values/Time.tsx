import { formatAgo, formatDistance, formatExact, formatMoment, formatSeconds } from './dates.ts'

export function Time({ at, className = '' }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)} className={`whitespace-nowrap ${className}`}>
      {formatAgo(at)}
    </time>
  )
}

/** For rows that people compare with another system's log. Phones have no room for the distance. */
export function ExactTime({ at, hasSeconds = false }: { at: string; hasSeconds?: boolean }) {
  return (
    <time dateTime={at} className="inline-grid whitespace-nowrap">
      <span className="tabular-nums">{hasSeconds ? formatSeconds(at) : formatExact(at)}</span>
      <span className="text-xs text-quiet empty:hidden max-sm:hidden">{formatDistance(at)}</span>
    </time>
  )
}
