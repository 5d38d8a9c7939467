import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { createView, deleteView, type ReviewView, updateView, viewsKey } from '../../../api/reviews/review-views.ts'
import { Button, IconButton } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'

export function ManageViewsDialog({ views, onClose }: { views: ReviewView[]; onClose(): void }) {
  return (
    <Dialog title="Your views" onClose={onClose}>
      {views.length === 0 ? (
        <p className="text-sm text-quiet">You have no views. Save one from the menu beside “Reviews”.</p>
      ) : (
        <ul className="grid gap-1">
          {views.map((view) => (
            <ViewRow key={view.id} view={view} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function ViewRow({ view }: { view: ReviewView }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: viewsKey(storeId) })
  const [name, setName] = useState<string>()
  const changing = useMutation({
    mutationFn: (changes: { name?: string; isDefault?: boolean }) => updateView(storeId, view.id, changes),
    onSuccess: async () => {
      await refresh()
      setName(undefined)
    },
  })
  const deleting = useMutation({
    mutationFn: () => deleteView(storeId, view.id),
    onSuccess: async () => {
      await refresh()
      const { name, filter, isDefault } = view
      const restore = () =>
        createView(storeId, { name, filter, isDefault }).then(refresh, (error: Error) =>
          toast(error.message, { tone: 'danger' }),
        )
      toast('View deleted', { ms: 10_000, action: { label: 'Undo', run: () => void restore() } })
    },
  })
  const rename = (event: FormEvent) => {
    event.preventDefault()
    if (name?.trim()) changing.mutate({ name })
  }
  const error = changing.error ?? deleting.error
  return (
    <li className="grid gap-2 border-b border-line py-2 last:border-0">
      {name === undefined ? (
        <div className="flex flex-wrap items-center gap-x-1 gap-y-1">
          <span className="min-w-40 flex-1 font-medium wrap-anywhere">{view.name}</span>
          <label className="inline-flex h-9 items-center gap-2 px-1 text-sm">
            <input
              type="checkbox"
              aria-label={`Open ${view.name} first`}
              checked={view.isDefault}
              disabled={changing.isPending}
              onChange={(event) => changing.mutate({ isDefault: event.target.checked })}
            />
            Opens first
          </label>
          <IconButton icon="pencil" label={`Rename ${view.name}`} onClick={() => setName(view.name)} />
          <IconButton
            icon="trash"
            label={`Delete ${view.name}`}
            disabled={deleting.isPending}
            onClick={() => deleting.mutate()}
          />
        </div>
      ) : (
        <form onSubmit={rename} className="flex flex-wrap gap-2">
          <input
            // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that was pressed
            autoFocus
            aria-label={`New name of ${view.name}`}
            maxLength={60}
            value={name}
            onChange={(event) => setName(event.target.value)}
            className="control min-w-40 flex-1"
          />
          <Button type="submit" isBusy={changing.isPending} disabled={!name.trim()}>
            Rename
          </Button>
          <Button look="quiet" onClick={() => setName(undefined)}>
            Cancel
          </Button>
        </form>
      )}
      {error && <Notice tone="danger">{error.message}</Notice>}
    </li>
  )
}
