import { Link } from '@tanstack/react-router'
import { Card, Page } from '../../components/Page.tsx'
import { useSettingsPages } from '../../shell/store/settings-pages.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { sectionTexts } from './section-texts.ts'

export function SettingsHome() {
  const storeId = useStoreId()
  const pages = useSettingsPages()
  return (
    <Page title="Settings">
      <div className="grid gap-6 lg:grid-cols-2">
        {pages.map(({ label: page, sections }) => (
          <Card key={page} title={page}>
            <ul className="grid p-2">
              {sections.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to} params={{ storeId }} className="grid rounded-lg px-3 py-2 text-sm hover:bg-hover">
                    <span className="font-medium">{label}</span>
                    <span className="text-quiet">{sectionTexts[to]}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Card>
        ))}
      </div>
    </Page>
  )
}
