import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { downloadMeter, meterQuery, type Suppression } from '../../api/reviews/moderation.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { SaveButton } from '../../components/forms/SaveButton.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Notice } from '../../components/Notice.tsx'
import { Card } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { Tile } from '../../components/Tile.tsx'
import { averageText } from '../../components/values/average.ts'
import { useFilterChange } from '../../shell/filters.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { GroupBars } from './GroupBars.tsx'
import { gapSentence } from './gap-sentence.ts'
import { MeterSettings } from './MeterSettings.tsx'
import { RatingTable } from './RatingTable.tsx'
import { ReasonList } from './ReasonList.tsx'
import { type ModerationSearch, type Range, ranges, shortestRange } from './search.ts'
import { linkToWithheld } from './withheld-link.ts'

export function MeterCards() {
  const { range } = useSearch({ from: '/signed-in/stores/$storeId/moderation' })
  const change = useFilterChange<ModerationSearch>()
  const query = useQuery(meterQuery(useStoreId(), range))
  return (
    <>
      <Card
        title="Withheld reviews"
        actions={
          <Segments
            label="Days"
            value={range ?? query.data?.period ?? undefined}
            options={Object.entries(ranges) as [Range, string][]}
            hint={explainDefault(range, query.data?.period)}
            onChange={(next) => change({ range: next })}
          />
        }
      >
        <Loaded query={query}>{(meter) => (isEmpty(meter) ? <NothingCameIn /> : <Meter meter={meter} />)}</Loaded>
      </Card>
      <MeterSettings />
    </>
  )
}

const explainDefault = (chosen: Range | undefined, shown: Range | null | undefined) =>
  !chosen && shown && shown !== shortestRange
    ? `${ranges[shown]} is the shortest period with enough decided reviews to compare.`
    : undefined

const isEmpty = ({ byRating }: Suppression) => byRating.every(({ received }) => received === 0)

const NothingCameIn = () => (
  <EmptyState icon="log" title="No reviews in these days">
    Once you have decided on reviews, this shows whether low ratings are withheld more often than high ones.
  </EmptyState>
)

function Meter({ meter }: { meter: Suppression }) {
  const storeId = useStoreId()
  const { from, to } = meter
  return (
    <>
      <div className="grid gap-x-8 gap-y-4 px-5 pt-4 sm:grid-cols-[1fr_auto]">
        <div className="grid content-center gap-3">
          <p className="max-w-[44rem]">{gapSentence(meter)}</p>
          {meter.alert && (
            <Notice tone="warn">
              The gap has reached your limit. Look at{' '}
              <Link {...linkToWithheld(storeId, { from, to })} className="underline underline-offset-4">
                what was withheld
              </Link>
              . Reviews that you approve now no longer count as withheld.
            </Notice>
          )}
        </div>
        <dl className="grid grid-cols-2 gap-x-6 sm:justify-items-end">
          <Tile name="Average received">{averageText(meter.averageReceived)}</Tile>
          <Tile name="Average approved">{averageText(meter.averagePublished)}</Tile>
        </dl>
      </div>
      <GroupBars low={meter.low} high={meter.high} />
      <RatingTable rows={meter.byRating.toReversed()} days={{ from, to }} />
      <ReasonList byReason={meter.byReason} days={{ from, to }} />
      <div className="flex flex-wrap gap-2 border-t border-line px-5 py-3">
        <SaveButton
          label="Download as CSV"
          name="Download as CSV: Withheld reviews"
          fileName={`withheld-${from}-${to}.csv`}
          read={() => downloadMeter(storeId, { from, to })}
        />
      </div>
    </>
  )
}
