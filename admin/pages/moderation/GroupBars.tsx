import type { Suppression } from '../../api/reviews/moderation.ts'
import { wholeShareText } from '../../components/values/share.ts'
import { Before } from '../insights/Compared.tsx'
import { areAllMeasured, countDecided, writeCount, writeShare } from './withheld-share.ts'

type Counts = Suppression['low']

const scales = [0.1, 0.25, 0.5, 1]
const columns = 'sm:grid-cols-[9.5rem_9rem_1fr]'

/** Draws the withheld shares of low and high ratings one below the other, on one scale. */
export function GroupBars({ low, high }: Pick<Suppression, 'low' | 'high'>) {
  const most = Math.max(low.withheldShare ?? 0, high.withheldShare ?? 0)
  const scale = scales.find((each) => each >= most) ?? 1
  const isShare = areAllMeasured([low, high])
  return (
    <dl className="grid gap-4 px-5 pt-4 pb-2">
      <Group name="Withheld, 1–2 stars" counts={low} scale={scale} isShare={isShare} />
      <Group name="Withheld, 4–5 stars" counts={high} scale={scale} isShare={isShare} />
      <Scale end={scale} />
    </dl>
  )
}

type GroupProps = { name: string; counts: Counts; scale: number; isShare: boolean }

function Group({ name, counts, scale, isShare }: GroupProps) {
  return (
    <div className={`grid items-center gap-x-5 gap-y-1 ${columns}`}>
      <dt className="text-sm text-quiet">{name}</dt>
      <dd className="contents">
        <span className="text-xl font-semibold tabular-nums">
          {writeShare(counts, isShare)}
          <Before>
            {countDecided(counts) === 0
              ? 'None decided'
              : isShare
                ? `${writeCount(counts)} decided reviews`
                : 'decided reviews'}
          </Before>
        </span>
        <span aria-hidden="true" className="h-3 overflow-hidden rounded-sm bg-plain-wash">
          <span
            className="block h-full rounded-sm bg-warn"
            style={{ width: `${((counts.withheldShare ?? 0) / scale) * 100}%` }}
          />
        </span>
      </dd>
    </div>
  )
}

/** The scale's end depends on the shares, so it is named. */
function Scale({ end }: { end: number }) {
  return (
    <div aria-hidden="true" className={`-mt-3 grid gap-x-5 text-xs text-quiet tabular-nums ${columns}`}>
      <span className="flex justify-between border-t border-line pt-1 sm:col-start-3">
        <span>{wholeShareText(0)}</span>
        <span>{wholeShareText(end)}</span>
      </span>
    </div>
  )
}
