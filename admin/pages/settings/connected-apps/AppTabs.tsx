import { TabLinks } from '../../../shell/navigation/TabLinks.tsx'

const tabs = [
  { to: '/stores/$storeId/settings/connected-apps', label: 'Connected apps' },
  { to: '/stores/$storeId/settings/connected-apps/assistants', label: 'Assistants' },
]

export function AppTabs() {
  return <TabLinks label="Connected apps and assistants" tabs={tabs} isExact isInPage />
}
