import { useSearch } from '@tanstack/react-router'
import { Page } from '../../components/Page.tsx'
import { Segments } from '../../components/Segments.tsx'
import { useFilterChange } from '../../shell/filters.ts'
import { AppealList } from './AppealList.tsx'
import { MeterCards } from './MeterCards.tsx'
import { ModerationTabs } from './ModerationTabs.tsx'
import { PolicyCard } from './PolicyCard.tsx'
import { SignalList } from './SignalList.tsx'
import { type ModerationSearch, views } from './search.ts'

export function ModerationPage() {
  const { view = 'meter' } = useSearch({ from: '/signed-in/stores/$storeId/moderation' })
  const change = useFilterChange<ModerationSearch>()
  return (
    <Page title="Moderation" intro="Your review policy, withheld reviews, appeals, and signals.">
      <ModerationTabs />
      <div className="sideways">
        <Segments
          label="Show"
          value={view}
          options={Object.entries(views) as [keyof typeof views, string][]}
          onChange={(next) => change({ view: next === 'meter' ? undefined : next })}
        />
      </div>
      {view === 'meter' && <MeterCards />}
      {view === 'appeals' && <AppealList />}
      {view === 'signals' && <SignalList />}
      {view === 'policy' && <PolicyCard />}
    </Page>
  )
}
