import { formatAgo, formatDistance, formatExact, formatMoment, formatSeconds } from './dates.ts'

export function Time({ at, className = '' }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)} className={`whitespace-nowrap ${className}`}>
      {formatAgo(at)}
    </time>
  )
}

/** For rows that people compare with another system's log. */
export function ExactTime({ at, hasSeconds = false }: { at: string; hasSeconds?: boolean }) {
  return (
    <time dateTime={at} title={formatDistance(at)} className="whitespace-nowrap tabular-nums">
      {hasSeconds ? formatSeconds(at) : formatExact(at)}
    </time>
  )
}
