import { useBlocker } from '@tanstack/react-router'
import { Button } from '../Button.tsx'
import { Dialog, DialogActions } from '../Dialog.tsx'

export function UnsavedGuard({ isChanged }: { isChanged: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isChanged,
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog title="Leave without saving?" onClose={blocker.reset}>
      <p className="text-quiet">Unsaved changes will be lost.</p>
      <DialogActions>
        <Button onClick={blocker.reset}>Stay</Button>
        <Button look="danger" onClick={blocker.proceed}>
          Leave
        </Button>
      </DialogActions>
    </Dialog>
  )
}
