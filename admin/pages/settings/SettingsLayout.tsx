import { Outlet, useLocation } from '@tanstack/react-router'
import { BackLink } from '../../components/BackLink.tsx'
import { OpenTab } from '../../components/Page.tsx'
import { TabLinks } from '../../shell/navigation/TabLinks.tsx'
import { settingsPageAt, settingsTabAt, useSettingsPages } from '../../shell/store/settings-pages.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

/** Shows the title and the tabs of a section. The pages below a section have their own title and a link back. */
export function SettingsLayout() {
  const tab = settingsTabAt(useLocation().pathname, useStoreId())
  return (
    <OpenTab value={tab}>
      {tab !== undefined && <Head />}
      <Outlet />
    </OpenTab>
  )
}

function Head() {
  const storeId = useStoreId()
  const page = settingsPageAt(useLocation().pathname, storeId)
  const sections = useSettingsPages().find(({ label }) => label === page?.label)?.sections ?? []
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 sm:px-8 sm:pt-8">
      <div className={`grid gap-1 border-b border-line ${sections.length < 2 ? 'pb-4' : ''}`}>
        <BackLink to="/stores/$storeId/settings" params={{ storeId }}>
          Settings
        </BackLink>
        <h1 className="text-xl font-semibold tracking-tight">{page?.label}</h1>
        {sections.length > 1 && <TabLinks label="Settings" tabs={sections} />}
      </div>
    </div>
  )
}
