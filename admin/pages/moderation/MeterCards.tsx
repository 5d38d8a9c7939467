import { useQueries, useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type Days, downloadMeter, meterQuery, type Suppression } from '../../api/reviews/moderation.ts'
import { serverNowMs } from '../../api/server-clock.ts'
import { Button } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { SaveButton } from '../../components/forms/SaveButton.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Count } from '../../components/lists/Count.tsx'
import { type Column, Table } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Notice } from '../../components/Notice.tsx'
import { Card } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { Tile } from '../../components/Tile.tsx'
import { averageText } from '../../components/values/average.ts'
import { Stars } from '../../components/values/Stars.tsx'
import { useFilterChange } from '../../shell/filters.ts'
import { useStore, useStoreId } from '../../shell/store/use-store.ts'
import { reasonNames } from '../../texts/moderation-reasons.ts'
import { Before } from '../insights/Compared.tsx'
import { computePeriod } from '../insights/days.ts'
import { gapSentence, isComparable } from './gap-sentence.ts'
import { MeterSettings } from './MeterSettings.tsx'
import { type ModerationSearch, type Range, ranges } from './search.ts'
import { countDecided, isMeasured, writeCount, writeShare } from './withheld-share.ts'

export function MeterCards() {
  const storeId = useStoreId()
  const { range = '30d' } = useSearch({ from: '/signed-in/stores/$storeId/moderation' })
  const change = useFilterChange<ModerationSearch>()
  const store = useStore()
  const { from, to } = useMemo(() => computePeriod(range, store, serverNowMs()), [range, store])
  const query = useQuery(meterQuery(storeId, { from, to }))
  return (
    <>
      <Card
        title="Withheld reviews"
        actions={
          <Segments
            label="Days"
            value={range}
            options={Object.entries(ranges) as [Range, string][]}
            onChange={(next) => change({ range: next === '30d' ? undefined : next })}
          />
        }
      >
        <Loaded query={query}>
          {(meter) => (isEmpty(meter) ? <NothingCameIn /> : <Meter meter={meter} range={range} days={{ from, to }} />)}
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

function Meter({ meter, range, days }: { meter: Suppression; range: Range; days: Days }) {
  const storeId = useStoreId()
  const reasons = Object.entries(meter.byReason).filter(([, count]) => count > 0) as [
    keyof typeof reasonNames,
    number,
  ][]
  return (
    <>
      <div className="grid gap-3 px-5 pt-4">
        <p className="max-w-[44rem]">{gapSentence(meter)}</p>
        {!isComparable(meter) && <LongerPeriod range={range} />}
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
      <Table
        caption="Withheld reviews by stars"
        columns={columns}
        rows={meter.byRating.toReversed()}
        keyOf={({ rating }) => String(rating)}
      />
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
          fileName={`withheld-${days.from}-${days.to}.csv`}
          read={() => downloadMeter(storeId, days)}
        />
      </div>
    </>
  )
}

/** Offers the shortest of the longer periods with enough decided reviews. */
function LongerPeriod({ range }: { range: Range }) {
  const store = useStore()
  const change = useFilterChange<ModerationSearch>()
  const names = Object.keys(ranges) as Range[]
  const longer = names.slice(names.indexOf(range) + 1)
  const meters = useQueries({
    queries: longer.map((each) => {
      const { from, to } = computePeriod(each, store, serverNowMs())
      return meterQuery(store.id, { from, to })
    }),
  })
  if (meters.some(({ isPending }) => isPending)) return null
  const enough = longer.find((_, at) => meters[at]?.data && isComparable(meters[at].data))
  return (
    enough && (
      <Button size="small" className="justify-self-start" onClick={() => change({ range: enough })}>
        View {ranges[enough]}
      </Button>
    )
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

type Row = Suppression['byRating'][number]

const columns: Column<Row>[] = [
  { header: 'Stars', cell: ({ rating }) => <Stars rating={rating} className="h-4" /> },
  { header: 'Received', align: 'right', cell: ({ received }) => <Count of={received} /> },
  { header: 'Approved', align: 'right', cell: ({ published }) => <Count of={published} /> },
  { header: 'Withheld', align: 'right', cell: ({ withheld }) => <Count of={withheld} /> },
  { header: 'Pending', align: 'right', cell: ({ pending }) => <Count of={pending} /> },
  {
    header: 'Withheld share',
    align: 'right',
    cell: (row) => (
      <span className="flex items-center justify-end gap-2.5">
        <span aria-hidden="true" className="h-1.5 w-20 overflow-hidden rounded-full bg-plain-wash">
          <span className="block h-full rounded-full bg-warn" style={{ width: `${(row.withheldShare ?? 0) * 100}%` }} />
        </span>
        <span className="w-16 tabular-nums">{writeShare(row)}</span>
      </span>
    ),
  },
]
