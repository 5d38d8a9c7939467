import { formatAgo, formatMoment } from './dates.ts'

export function Time({ at, className = '' }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={formatMoment(at)} className={`whitespace-nowrap ${className}`}>
      {formatAgo(at)}
    </time>
  )
}
