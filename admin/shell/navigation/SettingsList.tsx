import { Link, useLocation } from '@tanstack/react-router'
import { settingsPageAt, useSettingsPages } from '../store/settings-pages.ts'

export function SettingsList({ storeId }: { storeId: string }) {
  const pages = useSettingsPages()
  const current = settingsPageAt(useLocation().pathname, storeId)
  return (
    <ul aria-label="Settings" className="nav-inner">
      {pages.map(({ label, to }) => (
        <li key={label}>
          <Link
            to={to}
            params={{ storeId }}
            className="nav-place nav-link"
            {...(label === current?.label && { 'data-status': 'active', 'aria-current': 'page' })}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
