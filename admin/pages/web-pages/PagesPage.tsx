import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type WebPageEntry, webPagesQuery } from '../../api/content/web-pages.ts'
import { Badge } from '../../components/Badge.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { LastChange } from '../../components/values/LastChange.tsx'
import { FilteredList, ListPage, type Make } from '../../shell/ListPage.tsx'
import { usePlanGate } from '../../shell/store/plan-gate.ts'
import { useRole, useStoreId } from '../../shell/store/use-store.ts'
import { HandleCard } from './HandleCard.tsx'
import { NewPageDialog } from './NewPageDialog.tsx'
import { hasNewerVersion, kindNames } from './names.ts'
import { statusNames } from './search.ts'

export function PagesPage() {
  const { isAtLeast } = useRole()
  const isOpen = usePlanGate('web_pages')?.enabled !== false
  return (
    <ListPage
      title="Pages"
      intro="Full pages of reviews, questions and photos, hosted by us or embedded in your shop."
      plan={{
        feature: 'web_pages',
        name: 'Making pages',
        meanwhile: 'You can still read your pages, but shoppers see none of them.',
      }}
      writer="MEMBER"
      makeLabel="Create page"
      dialog={(onClose) => <NewPageDialog onClose={onClose} />}
    >
      {(make) => (
        <>
          <List make={make} />
          <HandleCard isOpen={isOpen} mayChange={isAtLeast('ADMIN') && isOpen} />
        </>
      )}
    </ListPage>
  )
}

function List({ make }: { make: Make | undefined }) {
  const { status } = useSearch({ from: '/signed-in/stores/$storeId/pages' })
  const navigate = useNavigate()
  return (
    <FilteredList
      list={useInfiniteQuery(webPagesQuery(useStoreId(), { status }))}
      caption="Pages"
      columns={columns}
      filter={{
        label: 'Status',
        all: 'All',
        names: statusNames,
        value: status,
        onChange: (next) => void navigate({ to: '.', search: { status: next } }),
      }}
      none={{
        icon: 'globe',
        title: 'No pages yet',
        filtered: 'No pages with this status',
        meaning: 'Combine reviews, questions and photos on a page that search engines find.',
      }}
      make={make}
    />
  )
}

const columns: Column<WebPageEntry>[] = [
  { header: 'Page', cell: (page, phoneLine) => <TitleLink page={page} phoneLine={phoneLine} /> },
  { header: 'About', cell: ({ kind }) => kindNames[kind], phone: ({ kind }) => kindNames[kind] },
  {
    header: 'Last change',
    align: 'right',
    cell: (page) => <Change {...page} />,
    phone: (page) => <Change {...page} />,
  },
]

const Change = ({ status, publishedAt, updatedAt }: WebPageEntry) => (
  <span className="text-quiet">
    <LastChange isPublished={status === 'published'} publishedAt={publishedAt} updatedAt={updatedAt} />
  </span>
)

function TitleLink({ page, phoneLine }: { page: WebPageEntry; phoneLine: ReactNode }) {
  const { id, title, slug, url, status } = page
  const storeId = useStoreId()
  return (
    <span className="grid">
      <span className="flex flex-wrap items-center gap-x-2">
        <Link
          to="/stores/$storeId/pages/$pageId"
          params={{ storeId, pageId: id }}
          dir="auto"
          className="font-semibold wrap-anywhere hover:underline"
        >
          {title}
        </Link>
        {status === 'draft' && <Badge>{statusNames.draft}</Badge>}
        {hasNewerVersion(page) && <Badge tone="warn">Newer version</Badge>}
      </span>
      {status === 'published' && url ? (
        <a href={url} target="_blank" rel="noreferrer" className="text-xs text-quiet wrap-anywhere hover:underline">
          {url}
        </a>
      ) : (
        <span className="text-xs text-quiet wrap-anywhere">{slug}</span>
      )}
      {phoneLine}
    </span>
  )
}
