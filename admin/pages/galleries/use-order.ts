import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import { type GalleryItem, galleriesKey, itemsQuery, orderItems } from '../../api/content/galleries.ts'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

export function useOrder(galleryId: string, rows: readonly GalleryItem[]) {
  const storeId = useStoreId()
  const client = useQueryClient()
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const moved = useRef<{ id: string; by: string }>(undefined)
  const { queryKey } = itemsQuery(storeId, galleryId)
  const mutationKey = [...queryKey, 'order']
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: ({ ids }: { ids: string[]; before?: string[] }) => orderItems(storeId, galleryId, ids),
    scope: { id: `order ${galleryId}` },
    onMutate: async ({ ids }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (known) => known && inOrder(known, ids))
    },
    onSuccess: (_, { before }) => {
      if (before) toast('The order has changed.', { action: { label: 'Undo', run: () => mutate({ ids: before }) } })
    },
    onError: (error) => toast(error.message, { tone: 'danger' }),
    // While another save is queued, the service's order is older than the displayed one, so it is not read yet.
    onSettled: () => {
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey: galleriesKey(storeId) })
    },
  })

  // A tile that moves in the DOM loses the focus of its button, so the button is focused again.
  useLayoutEffect(() => {
    const { id, by } = moved.current ?? {}
    moved.current = undefined
    if (!id || rows.length === 0) return
    const tile = list.current?.querySelector(`[data-item="${id}"]`)
    const buttons = [...(tile?.querySelectorAll<HTMLButtonElement>('[data-move]') ?? [])].filter(
      ({ disabled }) => !disabled,
    )
    const button = buttons.find(({ dataset }) => dataset.move === by) ?? buttons[0]
    button?.focus()
  }, [rows])

  const move = (from: number, to: number, by?: 'earlier' | 'later') => {
    const before = rows.map(({ id }) => id)
    const place = Math.min(Math.max(to, 0), before.length - 1)
    const ids = [...before]
    const [id] = ids.splice(from, 1)
    if (id === undefined || place === from) return
    ids.splice(place, 0, id)
    if (by) moved.current = { id, by }
    setSaid(`Place ${place + 1} of ${ids.length}`)
    mutate({ ids, before })
  }
  return { list, move, said }
}

const inOrder = (items: GalleryItem[], ids: readonly string[]): GalleryItem[] => {
  const places = new Map(ids.map((id, place) => [id, place]))
  return [...items].sort((one, other) => (places.get(one.id) ?? items.length) - (places.get(other.id) ?? items.length))
}
