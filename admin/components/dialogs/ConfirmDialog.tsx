import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../Button.tsx'
import { Dialog, DialogActions } from '../Dialog.tsx'
import { TextField } from '../forms/Field.tsx'
import { Notice } from '../Notice.tsx'

type Props = {
  title: string
  children: ReactNode
  confirmLabel: string
  isDangerous?: boolean
  /** Text that the person must type before an action that cannot be undone and affects much data. */
  typeToConfirm?: string
  act(): Promise<unknown>
  onDone?(): void
  onClose(): void
}

export function ConfirmDialog(props: Props) {
  const { title, children, confirmLabel, isDangerous = false, typeToConfirm, act, onDone, onClose } = props
  const [typed, setTyped] = useState('')
  const acting = useMutation({
    mutationFn: act,
    onSuccess: () => {
      onClose()
      onDone?.()
    },
  })
  const isReady = typeToConfirm === undefined || typed.trim() === typeToConfirm
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) acting.mutate()
        }}
      >
        <div className="grid gap-2 text-quiet">{children}</div>
        {typeToConfirm !== undefined && (
          <TextField
            label={`Type ${typeToConfirm} to confirm`}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
        {acting.error && <Notice tone="danger">{acting.error.message}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look={isDangerous ? 'danger' : 'primary'} isBusy={acting.isPending} disabled={!isReady}>
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
