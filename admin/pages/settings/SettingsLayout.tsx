import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { pageAt, useSettingsPages } from '../../shell/store/settings-pages.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

export function SettingsLayout() {
  const storeId = useStoreId()
  const page = pageAt(useLocation().pathname, storeId)
  const sections = useSettingsPages().find(({ label }) => label === page?.label)?.sections ?? []
  return (
    <div>
      {sections.length > 1 && (
        <nav aria-label="Settings" className="border-b border-line pt-3">
          <ul className="mx-auto flex max-w-6xl flex-wrap gap-x-4 px-4 sm:gap-x-5 sm:px-8">
            {sections.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} params={{ storeId }} className="tab">
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Outlet />
    </div>
  )
}
