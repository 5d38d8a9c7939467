import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { galleriesQuery } from '../../api/content/galleries.ts'
import { FilteredCards, ListPage, type Make } from '../../shell/ListPage.tsx'
import { useStoreId } from '../../shell/store/use-store.ts'
import { AnotherGallery } from './AnotherGallery.tsx'
import { mostCompared, UnusedPhotos } from './candidates/UnusedPhotos.tsx'
import { GalleryCard } from './GalleryCard.tsx'
import { NewGalleryDialog } from './NewGalleryDialog.tsx'
import { statusNames } from './search.ts'

export function GalleriesPage() {
  return (
    <ListPage
      title="Galleries"
      intro="Show chosen customer photos on any page of your shop."
      plan={{
        feature: 'galleries',
        name: 'Galleries',
        meanwhile: 'You can still see your galleries, but your shop does not show them.',
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
    <FilteredCards
      list={useInfiniteQuery(galleriesQuery(useStoreId(), { status }))}
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
        filtered: 'No galleries with this status',
        meaning: 'Show review photos as a grid, in columns or as a slider, with the products in them.',
      }}
      make={make}
    >
      {(galleries) => (
        <>
          <ul aria-label="Galleries" className="grid gap-4 sm:grid-cols-2">
            {galleries.map((gallery) => (
              <GalleryCard key={gallery.id} gallery={gallery} />
            ))}
            {make && status === undefined && galleries.length === 1 && (
              <li className="grid max-sm:hidden">
                <AnotherGallery onMake={make.open} />
              </li>
            )}
          </ul>
          {status === undefined && galleries.length <= mostCompared && <UnusedPhotos galleries={galleries} />}
        </>
      )}
    </FilteredCards>
  )
}
