import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { firstRunQuery } from '../../api/first-run.ts'
import { serverNowMs } from '../../api/server-clock.ts'
import { Page } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { useFilterChange } from '../../shell/filters.ts'
import { useStore, useStoreId } from '../../shell/store/use-store.ts'
import { useCounts } from '../../state/review-counts.ts'
import { AttentionCard } from './AttentionCard.tsx'
import { HealthCard } from './HealthCard.tsx'
import { RequestsCard } from './RequestsCard.tsx'
import { ResponseCard } from './ResponseCard.tsx'
import { ReviewsCard } from './ReviewsCard.tsx'
import { StarsCard } from './StarsCard.tsx'
import { type HomeSearch, type Range, ranges } from './search.ts'
import { computeSpans } from './spans.ts'
import { WaitingCard } from './WaitingCard.tsx'

const ChecklistCard = lazy(() =>
  import('../first-run/ChecklistCard.tsx').then((loaded) => ({ default: loaded.ChecklistCard })),
)

export function HomePage() {
  const { range = '30d' } = useSearch({ from: '/signed-in/stores/$storeId/' })
  const change = useFilterChange<HomeSearch>()
  const { timezone, createdAt } = useStore()
  const spans = useMemo(() => computeSpans(range, { timezone, createdAt }, serverNowMs()), [range, timezone, createdAt])
  const hasReviews = useHasReviews()
  return (
    <Page
      title="Home"
      intro={
        spans.before
          ? `The last ${spans.days} days, in ${timezone}, compared with the ${spans.days} days before.`
          : `The last ${spans.days} days, in ${timezone}.`
      }
      actions={
        <Segments
          label="Days"
          value={range}
          options={Object.entries(ranges) as [Range, string][]}
          onChange={(next) => change({ range: next === '30d' ? undefined : next })}
        />
      }
    >
      {!hasReviews && <FirstSteps />}
      {/* Tasks come first, on phones and in the order of focus too. */}
      <div className={sideBySide}>
        <AttentionCard />
        <WaitingCard />
      </div>
      <div className={sideBySide}>
        <ReviewsCard spans={spans} />
        <div className="grid min-w-0 content-start gap-6">
          <RequestsCard spans={spans} />
          <ResponseCard spans={spans} />
        </div>
      </div>
      {hasReviews && <FirstSteps />}
      <div className={sideBySide}>
        <StarsCard spans={spans} />
        <HealthCard />
      </div>
    </Page>
  )
}

const sideBySide = 'grid items-stretch gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]'

/** Stores that are set up never load the card. When the last step completes, the card stays and says so. */
function FirstSteps() {
  const { data } = useQuery(firstRunQuery(useStoreId()))
  const [wasOpen, setWasOpen] = useState(false)
  if (data?.complete === false && !wasOpen) setWasOpen(true)
  return (
    wasOpen && (
      <Suspense>
        <ChecklistCard />
      </Suspense>
    )
  )
}

/** Without reviews, the first steps matter more than numbers. Until the counts load, the numbers come first. */
function useHasReviews(): boolean {
  const counts = useCounts(useStoreId(), noFilters)
  return !counts || Object.values(counts).some((count) => count > 0)
}

const noFilters = {}
