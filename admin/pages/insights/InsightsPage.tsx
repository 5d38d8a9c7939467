import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { serverNowMs } from '../../api/server-clock.ts'
import { Loading } from '../../components/EmptyState.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { useFilterChange } from '../../shell/filters.ts'
import { PlanNotice } from '../../shell/PlanNotice.tsx'
import { usePlanGate } from '../../shell/store/plan-gate.ts'
import { useRole, useStore } from '../../shell/store/use-store.ts'
import { AttentionCard } from './AttentionCard.tsx'
import { computePeriod, countMonths } from './days.ts'
import { EmailCard } from './EmailCard.tsx'
import { LoyaltyCard } from './LoyaltyCard.tsx'
import { ModerationCard } from './ModerationCard.tsx'
import { NotificationsCard } from './NotificationsCard.tsx'
import { RequestsCard } from './RequestsCard.tsx'
import { ReviewsCard } from './ReviewsCard.tsx'
import { ShopCard } from './ShopCard.tsx'
import { type InsightsSearch, type Range, ranges } from './search.ts'
import { TopicsCard } from './TopicsCard.tsx'
import { WidgetsCard } from './WidgetsCard.tsx'

export function InsightsPage() {
  const { range = '30d' } = useSearch({ from: '/signed-in/stores/$storeId/insights' })
  const change = useFilterChange<InsightsSearch>()
  const { timezone, createdAt } = useStore()
  const gate = usePlanGate('advanced_analytics')
  const asked = useMemo(
    () => computePeriod(range, { timezone, createdAt }, serverNowMs()),
    [range, timezone, createdAt],
  )
  const options = (Object.entries(ranges) as [Range, string][]).filter(
    ([days]) => Number.parseInt(days, 10) <= 92 || gate?.enabled || days === range,
  )
  return (
    <Page
      title="Insights"
      intro={<Intro days={asked.before && Number.parseInt(range, 10)} />}
      actions={
        <Segments
          label="Days"
          value={range}
          options={options}
          onChange={(next) => change({ range: next === '30d' ? undefined : next })}
        />
      }
    >
      <ReviewsCard asked={asked} />
      <ShopCard />
      <ModerationCard asked={asked} />
      {!gate ? (
        <Card>
          <Loading />
        </Card>
      ) : gate.enabled ? (
        <>
          <AttentionCard asked={asked} />
          <TopicsCard asked={asked} />
          <RequestsCard asked={asked} />
          <WidgetsCard asked={asked} />
          <LoyaltyCard asked={asked} />
          <EmailCard asked={asked} />
        </>
      ) : (
        <Card>
          <PlanNotice
            feature="advanced_analytics"
            name="Periods over 92 days, and reports on requests, products, topics, widgets, points and emails"
          >
            See which products need attention and what shoppers write about.
          </PlanNotice>
        </Card>
      )}
      <NotificationsCard />
    </Page>
  )
}

/** `days` is null while nothing is compared. */
function Intro({ days }: { days: number | null }) {
  const { id: storeId, timezone } = useStore()
  const { isAtLeast } = useRole()
  const months = days && countMonths(days)
  return (
    <span className="flex flex-wrap gap-x-3">
      <span>
        {days === null
          ? `Times in ${timezone}`
          : months
            ? `Compared with the ${months} months before, in ${timezone}`
            : `Compared with the ${days} days before, in ${timezone}`}
      </span>
      {timezone === 'UTC' && isAtLeast('ADMIN') && (
        <Link to="/stores/$storeId/settings/stores" params={{ storeId }} className="underline">
          Change time zone
        </Link>
      )}
    </span>
  )
}
