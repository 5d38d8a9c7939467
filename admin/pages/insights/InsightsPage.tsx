import { Link, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { serverNowMs } from '../../api/server-clock.ts'
import { Loading } from '../../components/EmptyState.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { useFilterChange } from '../../shell/filters.ts'
import { PlanNotice } from '../../shell/PlanNotice.tsx'
import { usePlanGate } from '../../shell/store/plan-gate.ts'
import { useRole, useStore } from '../../shell/store/use-store.ts'
import { AttentionCard } from './AttentionCard.tsx'
import { DaysForm } from './DaysForm.tsx'
import { DaysPicker } from './DaysPicker.tsx'
import { computeChosen, computePeriod, countDays, countMonths, type Dates, findToday } from './days.ts'
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

/** Longest periods of a report, with and without the plan that has all insights. */
const mostDays = { whole: 731, free: 92 }

export function InsightsPage() {
  const { range = '30d', from, to } = useSearch({ from: '/signed-in/stores/$storeId/insights' })
  const change = useFilterChange<InsightsSearch>()
  const { timezone, createdAt } = useStore()
  const gate = usePlanGate('advanced_analytics')
  const asked = useMemo(() => {
    const store = { timezone, createdAt }
    return from && to ? computeChosen({ from, to }, store, serverNowMs()) : computePeriod(range, store, serverNowMs())
  }, [range, from, to, timezone, createdAt])
  const options = (Object.entries(ranges) as [Range, string][]).filter(
    ([days]) => Number.parseInt(days, 10) <= mostDays.free || gate?.enabled || days === range,
  )
  const choose = (chosen: Dates) => change({ range: undefined, from: chosen.from, to: chosen.to })
  return (
    <Page
      title="Insights"
      intro={<Intro days={asked.before && countDays(asked.from, asked.to)} />}
      actions={
        <DaysPicker
          value={asked.isChosen ? 'custom' : range}
          options={[...options, ['custom', 'Custom']]}
          onChange={(next) =>
            next === 'custom'
              ? choose(asked)
              : change({ range: next === '30d' ? undefined : next, from: undefined, to: undefined })
          }
        />
      }
    >
      {asked.isChosen && (
        <DaysForm
          key={asked.from + asked.to}
          chosen={{ from: asked.from, to: asked.to }}
          today={findToday({ timezone }, serverNowMs())}
          most={gate?.enabled ? mostDays.whole : mostDays.free}
          onChoose={choose}
        />
      )}
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
        <Link
          to="/stores/$storeId/settings/stores"
          params={{ storeId }}
          className="self-center text-xs underline underline-offset-4"
        >
          Change time zone
        </Link>
      )}
    </span>
  )
}
