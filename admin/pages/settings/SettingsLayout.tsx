import { Outlet, useLocation } from '@tanstack/react-router'
import { TabLinks } from '../../shell/navigation/TabLinks.tsx'
import { settingsPageAt, useSettingsPages } from '../../shell/store/settings-pages.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

export function SettingsLayout() {
  return (
    <div>
      <SettingsTabs />
      <Outlet />
    </div>
  )
}

function SettingsTabs() {
  const storeId = useStoreId()
  const page = settingsPageAt(useLocation().pathname, storeId)
  const sections = useSettingsPages().find(({ label }) => label === page?.label)?.sections ?? []
  if (sections.length < 2) return null
  return (
    <div className="border-b border-line pt-3">
      <div className="mx-auto max-w-6xl px-4 sm:px-8">
        <TabLinks label="Settings" tabs={sections} />
      </div>
    </div>
  )
}
