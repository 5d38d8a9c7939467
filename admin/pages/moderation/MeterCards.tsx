import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { downloadMeter, meterQuery, type Suppression } from '../../api/reviews/moderation.ts'
import { EmptyState } from '../../components/EmptyState.tsx'
import { SaveButton } from '../../components/forms/SaveButton.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Notice } from '../../components/Notice.tsx'
import { Card } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { Tile } from '../../components/Tile.tsx'
import { averageText } from '../../components/values/average.ts'
import { useFilterChange } from '../../shell/filters.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { reasonNames } from '../../texts/moderation-reasons.ts'
import { Before } from '../insights/Compared.tsx'
import { gapSentence } from './gap-sentence.ts'
import { MeterSettings } from './MeterSettings.tsx'
import { RatingTable } from './RatingTable.tsx'
import { type ModerationSearch, type Range, ranges, shortestRange } from './search.ts'
import { countDecided, isMeasured, writeCount, writeShare } from './withheld-share.ts'

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
            onChange={(next) => change({ range: next })}
          />
        }
      >
        <Loaded query={query}>
          {(meter) => (isEmpty(meter) ? <NothingCameIn /> : <Meter meter={meter} isChosen={range !== undefined} />)}
        </Loaded>
      </Card>
      <MeterSettings />
    </>
  )
}

const isEmpty = ({ byRating }: Suppression) => byRating.every(({ received }) => received === 0)

const NothingCameIn = () => (
  <EmptyState icon="log" title="No reviews in these days">
    Once you have decided on reviews, this shows whether low ratings are withheld more often than high ones.
  </EmptyState>
)

function Meter({ meter, isChosen }: { meter: Suppression; isChosen: boolean }) {
  const storeId = useStoreId()
  const { from, to, period } = meter
  const reasons = Object.entries(meter.byReason).filter(([, count]) => count > 0) as [
    keyof typeof reasonNames,
    number,
  ][]
  return (
    <>
      <div className="grid gap-3 px-5 pt-4">
        <p className="max-w-[44rem]">{gapSentence(meter)}</p>
        {!isChosen && period && period !== shortestRange && (
          <p className="text-sm text-quiet">
            {ranges[period]} is the shortest period with enough decided reviews to compare.
          </p>
        )}
        {meter.alert && (
          <Notice tone="warn">
            The gap has reached your limit. Look at{' '}
            <Link
              to="/stores/$storeId/reviews"
              params={(params) => ({ storeId: params.storeId ?? '' })}
              search={{ status: 'rejected' }}
              className="underline underline-offset-4"
            >
              what was rejected
            </Link>
            . Reviews that you approve now no longer count as withheld.
          </Notice>
        )}
      </div>
      <dl className="grid grid-cols-2 gap-4 px-5 py-4 sm:grid-cols-4">
        <Tile name="Withheld, 1–2 stars">
          <Share counts={meter.low} />
        </Tile>
        <Tile name="Withheld, 4–5 stars">
          <Share counts={meter.high} />
        </Tile>
        <Tile name="Average received">{averageText(meter.averageReceived)}</Tile>
        <Tile name="Average approved">{averageText(meter.averagePublished)}</Tile>
      </dl>
      <RatingTable rows={meter.byRating.toReversed()} />
      {reasons.length > 0 && (
        <div className="border-t border-line px-5 py-4">
          <h3 className="pb-2 text-sm font-medium">Reasons</h3>
          <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
            {reasons
              .toSorted(([, a], [, b]) => b - a)
              .map(([reason, count]) => (
                <li key={reason}>
                  {reasonNames[reason]}{' '}
                  <span className="text-quiet tabular-nums">{count.toLocaleString(shownLocale)}</span>
                </li>
              ))}
          </ul>
        </div>
      )}
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

function Share({ counts }: { counts: Suppression['low'] }) {
  return (
    <>
      {writeShare(counts)}
      <Before>
        {countDecided(counts) === 0
          ? 'None decided'
          : isMeasured(counts)
            ? `${writeCount(counts)} decided reviews`
            : 'decided reviews'}
      </Before>
    </>
  )
}
