import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { pageAt, storeSettings, useSettingsPages } from './store/settings-pages.ts'

export default function SettingsList({ storeId }: { storeId: string }) {
  const { pathname } = useLocation()
  const pages = useSettingsPages()
  const current = pageAt(pathname, storeId)
  const list = useRef<HTMLUListElement>(null)
  // In low windows, scrolls the current link into view by the smallest distance.
  useEffect(() => {
    if (pathname) list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <ul ref={list} className="mt-0.5 ml-5 grid gap-0.5 border-l border-line pl-2.5">
      {pages.map(({ label, to }) => (
        <li key={label}>
          <Link
            to={to}
            params={{ storeId }}
            className={linkClass}
            {...(label === current?.label && { 'data-status': 'active', 'aria-current': 'page' })}
          >
            {label}
          </Link>
        </li>
      ))}
      {storeSettings.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} params={{ storeId }} className={linkClass}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const linkClass = 'nav-small nav-place nav-link'
