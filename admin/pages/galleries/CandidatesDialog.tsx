import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { candidatesQuery } from '../../api/content/galleries.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog, DialogActions } from '../../components/Dialog.tsx'
import { EmptyState, ErrorState, Loading } from '../../components/EmptyState.tsx'
import { LoadMore } from '../../components/lists/LoadMore.tsx'
import { Notice } from '../../components/Notice.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { ProductsField } from '../products/PlacesField.tsx'
import { CandidatePhoto } from './candidates/CandidatePhoto.tsx'
import { useAddPhotos } from './candidates/use-add-photos.ts'

/** The service accepts at most this many photos in one call. */
const atOnce = 100

type Props = { galleryId: string; room: number; onClose(): void }

export function CandidatesDialog({ galleryId, room, onClose }: Props) {
  const storeId = useStoreId()
  const [products, setProducts] = useState<string[]>([])
  const [chosen, setChosen] = useState<readonly string[]>([])
  const list = useInfiniteQuery(candidatesQuery(storeId, galleryId, { productId: products[0] }))
  const rows = list.data?.pages.flatMap((page) => page.data) ?? []
  const most = Math.min(atOnce, room)
  const adding = useAddPhotos((text) => {
    toast(text)
    onClose()
  })
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <Dialog title="Choose photos" size="wide" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (chosen.length > 0) adding.mutate({ galleryId, photoIds: chosen })
        }}
      >
        <ProductsField
          label="Product"
          hint="Search for a product to see only its photos."
          most={1}
          chosen={products}
          onChange={setProducts}
        />
        {!list.data ? (
          list.error ? (
            <ErrorState error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <Loading />
          )
        ) : rows.length === 0 ? (
          <EmptyState
            icon="photo"
            title={products.length > 0 ? 'No photos of this product yet' : 'No photos to choose from'}
          >
            Photos come from reviews. You can choose them once the review is approved.
          </EmptyState>
        ) : (
          <div className="max-h-[50dvh] relative overflow-y-auto p-1">
            <ul className="photo-grid">
              {rows.map((photo) => (
                <CandidatePhoto
                  key={photo.reviewPhotoId}
                  photo={photo}
                  isChosen={chosen.includes(photo.reviewPhotoId)}
                  isFull={chosen.length >= most}
                  onToggle={() => toggle(photo.reviewPhotoId)}
                />
              ))}
            </ul>
            <LoadMore {...list} />
          </div>
        )}
        {adding.error && <Notice tone="danger">{adding.error.message}</Notice>}
        <DialogActions>
          <span role="status" className="mr-auto self-center text-sm text-quiet">
            {chosen.length > 0 && `${chosen.length} chosen${chosen.length >= most ? ', the maximum at one time' : ''}`}
          </span>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={chosen.length === 0} isBusy={adding.isPending}>
            Add them
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
