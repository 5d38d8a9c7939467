import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { backupsKey, makeBackup } from '../../../api/shops/backups.ts'
import { Button } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { errorAt, remainingError } from '../../../components/forms/field-errors.ts'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { PassphraseFields } from './PassphraseFields.tsx'

export function MakeDialog({ onClose }: { onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState({ passphrase: '', again: '' })
  const making = useMutation({
    mutationFn: () => makeBackup(storeId, typed.passphrase === '' ? {} : { passphrase: typed.passphrase }),
    onSuccess: () => {
      toast('Backup started')
      void queryClient.invalidateQueries({ queryKey: backupsKey(storeId) })
      onClose()
    },
  })
  const failure = remainingError(making.error, ['/passphrase'])
  return (
    <Dialog title="Make a backup" onClose={onClose}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (typed.passphrase === typed.again) making.mutate()
        }}
      >
        <p className="text-quiet">It is stored here for 30 days. You can continue to work.</p>
        <PassphraseFields typed={typed} error={errorAt(making.error, '/passphrase')} onChange={setTyped} />
        {failure && <Notice tone="danger">{failure}</Notice>}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={making.isPending} disabled={typed.passphrase !== typed.again}>
            Make it
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
