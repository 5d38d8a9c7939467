import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../components/Button.tsx'
import { Dialog, DialogActions } from '../components/Dialog.tsx'
import { errorAt, remainingError } from '../components/forms/field-errors.ts'
import { Notice } from '../components/Notice.tsx'
import { toast } from '../components/toasts.ts'
import type { Drafting } from './use-draft.ts'

type Row = { updatedAt: string } | undefined
type Error = (path: string) => string | undefined

type Props<Base extends Row, Draft, Body, Saved> = {
  title: string
  drafting: Drafting<Base, Draft, Body>
  paths: readonly string[]
  queryKey: QueryKey
  saveLabel: string
  also?: { label: string; isReady: boolean }
  save(isAlso: boolean): Promise<Saved>
  said(saved: Saved): string
  onClose(): void
  children(error: Error): ReactNode
}

export function EditDialog<Base extends Row, Draft, Body, Saved>(props: Props<Base, Draft, Body, Saved>) {
  const { title, drafting, paths, queryKey, saveLabel, also, save, said, onClose, children } = props
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (saved) => {
      drafting.take(drafting.base)
      toast(said(saved))
      onClose()
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  const rest = remainingError(saving.error, paths)
  const anew = () => {
    saving.reset()
    drafting.discard()
  }
  const cancel = () => {
    drafting.take(drafting.base)
    onClose()
  }
  return (
    <Dialog title={title} size="wide" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate(false)
        }}
      >
        {drafting.wasKept && (
          <Notice>
            <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              You have unsaved changes from an earlier visit.
              <Button size="small" onClick={anew}>
                Start over
              </Button>
            </span>
          </Notice>
        )}
        {children((path) => errorAt(saving.error, path))}
        {rest && <Notice tone="danger">{rest}</Notice>}
        <DialogActions>
          {drafting.undo && (
            <Button look="quiet" icon="rotate" className="mr-auto" onClick={drafting.undo}>
              Undo
            </Button>
          )}
          <Button onClick={cancel}>Cancel</Button>
          {also && (
            <Button isBusy={saving.isPending} disabled={!also.isReady} onClick={() => saving.mutate(true)}>
              {also.label}
            </Button>
          )}
          <Button type="submit" look="primary" isBusy={saving.isPending}>
            {saveLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
