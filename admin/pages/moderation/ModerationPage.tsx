import { useSearch } from '@tanstack/react-router'
import { Page } from '../../components/Page.tsx'
import { AppealList } from './AppealList.tsx'
import { MeterCards } from './MeterCards.tsx'
import { ModerationTabs } from './ModerationTabs.tsx'
import { PolicyCard } from './PolicyCard.tsx'
import { SignalList } from './SignalList.tsx'

export function ModerationPage() {
  const { view } = useSearch({ from: '/signed-in/stores/$storeId/moderation' })
  return (
    <Page title="Moderation" intro="See whether low ratings are treated like high ones.">
      <ModerationTabs />
      {view === undefined && <MeterCards />}
      {view === 'appeals' && <AppealList />}
      {view === 'signals' && <SignalList />}
      {view === 'policy' && <PolicyCard />}
    </Page>
  )
}
