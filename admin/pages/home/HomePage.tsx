import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { serverNowMs } from '../../api/server-clock.ts'
import { Page } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { useFilterChange } from '../../shell/filters.ts'
import { useStore } from '../../shell/store/use-store.ts'
import { ChecklistCard } from '../first-run/ChecklistCard.tsx'
import { AttentionCard } from './AttentionCard.tsx'
import { HealthCard } from './HealthCard.tsx'
import { RequestsCard } from './RequestsCard.tsx'
import { ResponseCard } from './ResponseCard.tsx'
import { ReviewsCard } from './ReviewsCard.tsx'
import { StarsCard } from './StarsCard.tsx'
import { type HomeSearch, type Range, ranges } from './search.ts'
import { computeSpans } from './spans.ts'

export function HomePage() {
  const { range = '30d' } = useSearch({ from: '/signed-in/stores/$storeId/' })
  const change = useFilterChange<HomeSearch>()
  const { name, timezone, createdAt } = useStore()
  const spans = useMemo(() => computeSpans(range, { timezone, createdAt }, serverNowMs()), [range, timezone, createdAt])
  return (
    <Page title="Home" intro={<span dir="auto">{name}</span>}>
      <ChecklistCard />
      <div className="grid items-stretch gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <AttentionCard />
        <HealthCard />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-quiet">
          {spans.before
            ? `The last ${spans.days} days with today, in ${timezone}, beside the ${spans.days} days before.`
            : `The last ${spans.days} days with today, in ${timezone}.`}
        </p>
        <Segments
          label="Days"
          value={range}
          options={Object.entries(ranges) as [Range, string][]}
          onChange={(next) => change({ range: next === '30d' ? undefined : next })}
        />
      </div>
      <ReviewsCard spans={spans} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <StarsCard spans={spans} />
        <div className="grid min-w-0 gap-6">
          <RequestsCard spans={spans} />
          <ResponseCard spans={spans} />
        </div>
      </div>
    </Page>
  )
}
