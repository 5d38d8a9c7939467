import type { Suppression } from '../../api/reviews/moderation.ts'
import { Before } from '../insights/Compared.tsx'
import { countDecided, isMeasured, writeCount, writeShare } from './withheld-share.ts'

type Counts = Suppression['low']

const scales = [0.1, 0.25, 0.5, 1]

/** Draws the withheld shares of low and high ratings one below the other, on one scale. */
export function GroupBars({ low, high }: Pick<Suppression, 'low' | 'high'>) {
  const most = Math.max(low.withheldShare ?? 0, high.withheldShare ?? 0)
  const scale = scales.find((each) => each >= most) ?? 1
  return (
    <>
      <Group name="Withheld, 1–2 stars" counts={low} scale={scale} />
      <Group name="Withheld, 4–5 stars" counts={high} scale={scale} />
    </>
  )
}

function Group({ name, counts, scale }: { name: string; counts: Counts; scale: number }) {
  return (
    <div className="col-span-full grid items-center gap-x-5 gap-y-1 sm:grid-cols-[9.5rem_9rem_1fr]">
      <dt className="text-sm text-quiet">{name}</dt>
      <dd className="contents">
        <span className="text-xl font-semibold tabular-nums">
          {writeShare(counts)}
          <Before>
            {countDecided(counts) === 0
              ? 'None decided'
              : isMeasured(counts)
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
