import type { WebPageEntry } from '../../api/content/web-pages.ts'
import { Badge } from '../../components/Badge.tsx'
import { hasNewerVersion } from './names.ts'
import { statusNames } from './search.ts'

export function StatusBadges(page: Pick<WebPageEntry, 'status' | 'version' | 'publishedVersion'>) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={page.status === 'published' ? 'good' : 'plain'}>{statusNames[page.status]}</Badge>
      {hasNewerVersion(page) && <Badge tone="warn">Newer version</Badge>}
    </span>
  )
}
