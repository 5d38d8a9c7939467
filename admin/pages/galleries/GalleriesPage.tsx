import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type Gallery, galleriesQuery } from '../../api/content/galleries.ts'
import { Badge } from '../../components/Badge.tsx'
import type { Column } from '../../components/lists/Table.tsx'
import { shownLocale } from '../../components/locale.ts'
import { Time } from '../../components/values/Time.tsx'
import { FilteredList, ListPage, type Make } from '../../shell/ListPage.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { NewGalleryDialog } from './NewGalleryDialog.tsx'
import { layoutNames } from './names.ts'
import { statusNames } from './search.ts'

export function GalleriesPage() {
  return (
    <ListPage
      title="Galleries"
      intro="Show chosen customer photos on any page of your shop."
      plan={{
        feature: 'galleries',
        name: 'Galleries',
        meanwhile: 'You can still see your galleries. Your shop shows none of them until then.',
      }}
      writer="ADMIN"
      makeLabel="Create gallery"
      dialog={(onClose) => <NewGalleryDialog onClose={onClose} />}
    >
      {(make) => <List make={make} />}
    </ListPage>
  )
}

function List({ make }: { make: Make | undefined }) {
  const { status } = useSearch({ from: '/signed-in/stores/$storeId/galleries' })
  const navigate = useNavigate()
  return (
    <FilteredList
      list={useInfiniteQuery(galleriesQuery(useStoreId(), { status }))}
      caption="Galleries"
      columns={columns}
      filter={{
        label: 'Status',
        all: 'All',
        names: statusNames,
        value: status,
        onChange: (next) => void navigate({ to: '.', search: { status: next } }),
      }}
      none={{
        icon: 'photo',
        title: 'No galleries yet',
        filtered: 'Gallery not found',
        meaning: 'Show review photos as a grid, in columns or as a slider, with the products in them.',
      }}
      make={make}
    />
  )
}

const columns: Column<Gallery>[] = [
  { header: 'Gallery', cell: (gallery) => <NameLink {...gallery} /> },
  {
    header: 'Status',
    cell: ({ status }) => <Badge tone={status === 'published' ? 'good' : 'plain'}>{statusNames[status]}</Badge>,
  },
  { header: 'Photos', align: 'right', cell: ({ itemCount }) => itemCount.toLocaleString(shownLocale) },
  { header: 'Layout', cell: ({ layout }) => layoutNames[layout] },
  { header: 'Changed', cell: ({ updatedAt }) => <Time at={updatedAt} /> },
]

function NameLink({ id, name, title }: Gallery) {
  const storeId = useStoreId()
  return (
    <span className="grid">
      <Link
        to="/stores/$storeId/galleries/$galleryId"
        params={{ storeId, galleryId: id }}
        dir="auto"
        className="font-semibold wrap-anywhere hover:underline"
      >
        {name}
      </Link>
      {title && title !== name && (
        <span dir="auto" className="text-xs text-quiet wrap-anywhere">
          {title}
        </span>
      )}
    </span>
  )
}
