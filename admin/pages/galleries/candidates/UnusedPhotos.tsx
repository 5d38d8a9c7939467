import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type CandidateSort, type Gallery, unusedPhotosQuery } from '../../../api/content/galleries.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { FilterSelect } from '../../../components/forms/Field.tsx'
import { Options } from '../../../components/forms/Options.tsx'
import { PagedRows } from '../../../components/lists/PagedRows.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { parseChoice } from '../../../shell/search-values.ts'
import { usePlanGate } from '../../../shell/store/plan-gate.ts'
import { useRole, useStoreId } from '../../../shell/store/use-store.ts'
import { ProductFilter } from '../../reviews/filters/ProductFilter.tsx'
import { CandidatePhoto } from './CandidatePhoto.tsx'
import { ChosenBar } from './ChosenBar.tsx'
import { useAddPhotos } from './use-add-photos.ts'

/** Unused photos need a call for each gallery. With more galleries than this, the page is full without them. */
export const mostCompared = 6

/** Orders besides the default. There is none by stars, because it would help to hide critical reviews. */
const otherSorts = { oldest: 'Oldest first', product: 'By product' } as const

/** The service accepts at most this many photos in one call. */
const atOnce = 100

export function UnusedPhotos({ galleries }: { galleries: readonly Gallery[] }) {
  const storeId = useStoreId()
  const navigate = useNavigate()
  const { isAtLeast } = useRole()
  const isOpen = usePlanGate('galleries')?.enabled !== false
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [productId, setProductId] = useState<string>()
  const [sort, setSort] = useState<CandidateSort>()
  const ids = galleries.map(({ id }) => id).sort()
  const list = useInfiniteQuery(unusedPhotosQuery(storeId, ids, { productId, sort }))
  const adding = useAddPhotos((text, galleryId) => {
    setChosen([])
    const run = () => void navigate({ to: '/stores/$storeId/galleries/$galleryId', params: { storeId, galleryId } })
    toast(text, { action: { label: 'Open gallery', run } })
  })
  const add = (galleryId: string) =>
    adding.mutate({ galleryId, photoIds: chosen }, { onError: (error) => toast(error.message, { tone: 'danger' }) })
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  const photos = list.data?.pages.flatMap(({ data }) => data) ?? []
  const isFiltered = productId !== undefined
  const isEmpty = list.data && photos.length === 0 && !list.hasNextPage
  const isChanged = isFiltered || sort !== undefined
  if (!isAtLeast('MEMBER') || !isOpen || (!isChanged && (list.isPending || isEmpty))) return null
  const hasSeveralProducts = list.hasNextPage || new Set(photos.map((photo) => photo.productId)).size > 1
  return (
    <Card
      title={
        list.hasNextPage || isFiltered || list.isPending
          ? 'Photos in no gallery'
          : `Photos in no gallery (${photos.length.toLocaleString(shownLocale)})`
      }
      actions={
        <span className="flex flex-wrap items-center gap-3">
          {(sort !== undefined || list.hasNextPage || photos.length > 1) && (
            <FilterSelect
              label="Sort by"
              value={sort ?? 'newest'}
              onChange={(event) => setSort(parseChoice(otherSorts, event.target.value))}
            >
              <option value="newest">Newest first</option>
              <Options names={otherSorts} />
            </FilterSelect>
          )}
          {(isFiltered || hasSeveralProducts) && (
            <ProductFilter
              storeId={storeId}
              chosen={productId}
              clearLabel="Show photos of any product"
              onChoose={setProductId}
            />
          )}
        </span>
      }
    >
      <PagedRows
        list={list}
        empty={
          isEmpty && (
            <EmptyState icon="photo" title="No photos of this product">
              It has none, or all of them are in a gallery.
            </EmptyState>
          )
        }
      >
        {(rows) => (
          <ul className="photo-grid p-4 pt-3">
            {rows.map((photo) => (
              <CandidatePhoto
                key={photo.reviewPhotoId}
                photo={photo}
                isChosen={chosen.includes(photo.reviewPhotoId)}
                isFull={chosen.length >= atOnce}
                onToggle={() => toggle(photo.reviewPhotoId)}
              />
            ))}
          </ul>
        )}
      </PagedRows>
      <ChosenBar
        count={chosen.length}
        galleries={galleries}
        isBusy={adding.isPending}
        onAdd={add}
        onClear={() => setChosen([])}
      />
    </Card>
  )
}
