import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Gallery, type GalleryItem, galleriesKey, removeItem } from '../../api/content/galleries.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Card } from '../../components/Page.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { CandidatesDialog } from './CandidatesDialog.tsx'
import { ItemDialog } from './ItemDialog.tsx'
import { nameOf } from './names.ts'
import { PhotoTile } from './PhotoTile.tsx'
import { UploadButton } from './UploadButton.tsx'
import { useOrder } from './use-order.ts'

const most = 500

type Props = { gallery: Gallery; items: UseQueryResult<GalleryItem[]>; mayChange: boolean }
type Open = { as: 'add' } | { as: 'edit' | 'remove'; id: string }

export function PhotosCard({ gallery, items, mayChange }: Props) {
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const isFull = (items.data?.length ?? 0) >= most
  const add = () => setOpen({ as: 'add' })
  return (
    <Card
      title="Photos"
      actions={
        mayChange && (
          <span className="flex flex-wrap gap-2">
            <UploadButton galleryId={gallery.id} disabled={isFull || !items.data} />
            <Button size="small" icon="plus" disabled={isFull || !items.data} onClick={add}>
              {isFull ? `Full: ${most} photos` : 'Choose photos'}
            </Button>
          </span>
        )
      }
    >
      <Loaded query={items}>
        {(rows) => (
          <>
            {rows.length === 0 ? (
              <EmptyState
                icon="photo"
                title="No photos yet"
                action={mayChange && <Button onClick={add}>Choose photos</Button>}
              >
                Choose photos from approved reviews. A gallery without photos shows nothing in your shop.
              </EmptyState>
            ) : (
              <Tiles gallery={gallery} rows={rows} mayChange={mayChange} onOpen={setOpen} />
            )}
            {open?.as === 'add' && (
              <CandidatesDialog galleryId={gallery.id} room={most - rows.length} onClose={close} />
            )}
            {open && open.as !== 'add' && (
              <ItemDialogs
                gallery={gallery}
                as={open.as}
                item={rows.find(({ id }) => id === open.id)}
                onClose={close}
              />
            )}
          </>
        )}
      </Loaded>
    </Card>
  )
}

type TilesProps = { gallery: Gallery; rows: GalleryItem[]; mayChange: boolean; onOpen(open: Open): void }

function Tiles({ gallery, rows, mayChange, onOpen }: TilesProps) {
  const { list, move, said } = useOrder(gallery.id, rows)
  const [dragged, setDragged] = useState<string>()
  const [over, setOver] = useState<string>()
  const drop = (to: number) => {
    const from = rows.findIndex(({ id }) => id === dragged)
    if (from >= 0) move(from, to)
    setDragged(undefined)
    setOver(undefined)
  }
  return (
    <div className="grid gap-3 p-5 pt-3">
      {mayChange && rows.length > 1 && (
        <p className="text-sm text-quiet">
          Drag a photo to another place, or use its arrows. On an arrow, the keys ← → Home End work too.
        </p>
      )}
      <ol ref={list} className="grid grid-cols-2 gap-3 sm:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] sm:gap-4">
        {rows.map((item, place) => (
          <PhotoTile
            key={item.id}
            item={item}
            galleryId={gallery.id}
            place={place}
            count={rows.length}
            mayChange={mayChange}
            isOver={over === item.id && dragged !== item.id}
            onDrag={setDragged}
            onOver={setOver}
            onDrop={drop}
            onMove={move}
            onOpen={(as) => onOpen({ as, id: item.id })}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

type DialogsProps = { gallery: Gallery; as: 'edit' | 'remove'; item: GalleryItem | undefined; onClose(): void }

function ItemDialogs({ gallery, as, item, onClose }: DialogsProps) {
  const storeId = useStoreId()
  const client = useQueryClient()
  if (!item) return null
  if (as === 'edit') return <ItemDialog galleryId={gallery.id} item={item} onClose={onClose} />
  return (
    <ConfirmDialog
      title="Remove this photo?"
      confirmLabel="Take it out"
      isDangerous
      act={() => removeItem(storeId, gallery.id, item.id)}
      onDone={() => {
        toast('Photo removed from the gallery.')
        void client.invalidateQueries({ queryKey: galleriesKey(storeId) })
      }}
      onClose={onClose}
    >
      <p dir="auto" className="font-medium wrap-anywhere">
        {nameOf(item)}
      </p>
      <p>The photo stays with its review. Its caption, products and permission are deleted.</p>
    </ConfirmDialog>
  )
}
