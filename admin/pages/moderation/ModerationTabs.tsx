import { TabLinks } from '../../shell/navigation/TabLinks.tsx'

const tabs = [
  { to: '/stores/$storeId/moderation', label: 'Moderation' },
  { to: '/stores/$storeId/evidence', label: 'Evidence' },
]

export function ModerationTabs() {
  return <TabLinks label="Moderation and evidence" tabs={tabs} isInPage />
}
