import { TabLinks } from '../../shell/navigation/TabLinks.tsx'
import { type ModerationSearch, views } from './search.ts'

const moderation = '/stores/$storeId/moderation'

const tabs = [
  { to: moderation, label: 'Withheld', search: { view: undefined } },
  ...(['appeals', 'signals', 'policy'] as const).map((view) => ({
    to: moderation,
    label: views[view],
    search: { view },
  })),
  { to: '/stores/$storeId/evidence', label: 'Evidence' },
] satisfies { to: string; label: string; search?: ModerationSearch }[]

export function ModerationTabs() {
  return <TabLinks label="Moderation and evidence" tabs={tabs} isInPage />
}
