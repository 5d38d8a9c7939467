import { TabLinks } from '../../shell/navigation/TabLinks.tsx'

const tabs = [
  { to: '/stores/$storeId/products', label: 'Catalog' },
  { to: '/stores/$storeId/products/categories', label: 'Categories' },
  { to: '/stores/$storeId/products/groups', label: 'Groups' },
  { to: '/stores/$storeId/products/identifiers', label: 'Identifiers' },
  { to: '/stores/$storeId/products/feed', label: 'Review feed' },
] as const

export function ProductTabs() {
  return <TabLinks label="Products" tabs={tabs} isExact isInPage />
}
