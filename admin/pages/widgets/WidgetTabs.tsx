import { TabLinks } from '../../shell/navigation/TabLinks.tsx'

const tabs = [
  { to: '/stores/$storeId/widgets', label: 'Widgets' },
  { to: '/stores/$storeId/placements', label: 'Placements' },
]

export function WidgetTabs() {
  return <TabLinks label="Widgets and placements" tabs={tabs} isInPage />
}
