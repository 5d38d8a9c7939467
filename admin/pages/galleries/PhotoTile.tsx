import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { changeItem, type GalleryItem, galleriesKey, type Permission } from '../../api/content/galleries.ts'
import { ownAddress } from '../../api/photo-address.ts'
import { Badge } from '../../components/Badge.tsx'
import { Button, IconButton } from '../../components/Button.tsx'
import { FilterSelect } from '../../components/forms/Field.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { nameOf, permissionNames } from './names.ts'
import { PermissionLine } from './PermissionLine.tsx'

type Props = {
  item: GalleryItem
  galleryId: string
  place: number
  count: number
  mayChange: boolean
  isOver: boolean
  onDrag(id: string | undefined): void
  onOver(id: string): void
  onDrop(place: number): void
  onMove(from: number, to: number, by: 'earlier' | 'later'): void
  onOpen(as: 'edit' | 'remove'): void
}

export function PhotoTile(props: Props) {
  const { item, place, mayChange, isOver, onDrag, onOver, onDrop, onOpen } = props
  const name = nameOf(item)
  const isMovable = mayChange && props.count > 1
  return (
    <li
      data-item={item.id}
      draggable={isMovable}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        onDrag(item.id)
      }}
      onDragEnd={() => onDrag(undefined)}
      onDragOver={(event) => {
        event.preventDefault()
        onOver(item.id)
      }}
      onDrop={(event) => {
        event.preventDefault()
        onDrop(place)
      }}
      className={`grid content-start gap-2 rounded-xl border p-2 ${isOver ? 'border-accent bg-accent-wash' : 'border-line'} ${isMovable ? 'cursor-grab' : ''}`}
    >
      <img
        src={ownAddress(item.cardUrl ?? item.url)}
        alt={item.alt ?? ''}
        width={item.width ?? 640}
        height={item.height ?? 640}
        loading="lazy"
        draggable={false}
        className={`aspect-square w-full rounded-lg bg-plain-wash object-cover ${item.isShown ? '' : 'opacity-45'}`}
      />
      <div className="grid gap-0.5 px-0.5">
        <p dir="auto" className="line-clamp-2 text-sm font-medium wrap-anywhere">
          {item.caption ?? item.alt ?? <span className="font-normal text-quiet">No caption</span>}
        </p>
        <p className="truncate text-xs text-quiet">
          <bdi>{item.authorName ?? 'Your own picture'}</bdi>
          {item.productIds.length > 0 &&
            ` · ${item.productIds.length === 1 ? 'one product' : `${item.productIds.length} products`}`}
        </p>
      </div>
      {item.reviewStatus !== null && item.reviewStatus !== 'approved' && (
        <p className="px-0.5">
          <Badge tone="warn">The review is not approved</Badge>
        </p>
      )}
      <div className="grid gap-1 px-0.5">
        {mayChange ? <PermissionSelect galleryId={props.galleryId} item={item} /> : <PermissionBadge item={item} />}
        <PermissionLine item={item} />
      </div>
      {mayChange && (
        <div className="mt-auto flex flex-wrap items-center justify-between gap-1">
          <Moves {...props} name={name} />
          <span className="flex gap-0.5">
            <IconButton icon="pencil" label={`Edit: ${name}`} onClick={() => onOpen('edit')} />
            <IconButton icon="trash" label={`Take out: ${name}`} onClick={() => onOpen('remove')} />
          </span>
        </div>
      )}
    </li>
  )
}

function Moves({ place, count, name, onMove }: Props & { name: string }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowLeft: place - 1, ArrowUp: place - 1, ArrowRight: place + 1, ArrowDown: place + 1 }[event.key]
    const far = { Home: 0, End: count - 1 }[event.key]
    const target = to ?? far
    if (target === undefined) return
    event.preventDefault()
    onMove(place, target, target < place ? 'earlier' : 'later')
  }
  if (count < 2) return <span />
  return (
    <span className="flex gap-0.5">
      <Button
        size="small"
        look="quiet"
        data-move="earlier"
        disabled={place === 0}
        aria-label={`Earlier: ${name}`}
        onKeyDown={onKeyDown}
        onClick={() => onMove(place, place - 1, 'earlier')}
      >
        ←
      </Button>
      <Button
        size="small"
        look="quiet"
        data-move="later"
        disabled={place === count - 1}
        aria-label={`Later: ${name}`}
        onKeyDown={onKeyDown}
        onClick={() => onMove(place, place + 1, 'later')}
      >
        →
      </Button>
    </span>
  )
}

function PermissionBadge({ item: { permission } }: { item: GalleryItem }) {
  const [name, tone] = permissionNames[permission]
  return (
    <span>
      <Badge tone={tone}>{name}</Badge>
    </span>
  )
}

function PermissionSelect({ galleryId, item }: { galleryId: string; item: GalleryItem }) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const setting = useMutation({
    mutationFn: ({ permission }: { permission: Permission; before?: Permission }) =>
      changeItem(storeId, galleryId, item.id, { permission }),
    onSuccess: ({ permission }, { before }) => {
      const undo = before && { action: { label: 'Undo', run: () => setting.mutate({ permission: before }) } }
      toast(permission === 'granted' ? 'Visible to shoppers.' : 'Shoppers do not see it.', { ...undo })
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: galleriesKey(storeId) }),
  })
  return (
    <FilterSelect
      label={`Permission: ${nameOf(item)}`}
      value={setting.isPending ? setting.variables.permission : item.permission}
      disabled={setting.isPending}
      onChange={(event) => setting.mutate({ permission: event.target.value as Permission, before: item.permission })}
    >
      {Object.entries(permissionNames).map(([value, [name]]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </FilterSelect>
  )
}
