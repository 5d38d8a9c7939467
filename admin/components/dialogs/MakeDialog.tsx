import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Dialog, DialogActions } from '../Dialog.tsx'
import { errorAt, remainingError } from '../forms/field-errors.ts'
import { Notice } from '../Notice.tsx'

type Props<Made> = Pick<ComponentProps<typeof Dialog>, 'title' | 'size' | 'onClose'> & {
  paths: readonly string[]
  queryKey: QueryKey
  label: string
  make(): Promise<Made>
  onMade(made: Made): void
  children(error: (path: string) => string | undefined): ReactNode
}

export function MakeDialog<Made>({ paths, queryKey, label, make, onMade, children, ...dialog }: Props<Made>) {
  const client = useQueryClient()
  const making = useMutation({
    mutationFn: make,
    onSuccess: (made) => {
      void client.invalidateQueries({ queryKey })
      onMade(made)
    },
  })
  const rest = remainingError(making.error, paths)
  return (
    <Dialog {...dialog}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          making.mutate()
        }}
      >
        {children((path) => errorAt(making.error, path))}
        {rest && <Notice tone="danger">{rest}</Notice>}
        <DialogActions>
          <Button onClick={dialog.onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={making.isPending}>
            {label}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
