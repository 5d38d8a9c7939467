import { useState } from 'react'
import { undoDeletion } from '../api/account/organization.ts'
import { Button, type ButtonProps } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/dialogs/ConfirmDialog.tsx'
import { toast } from '../components/toasts.ts'
import { useRole, useStoreId } from './store/use-store.ts'
import { useRefreshOrganization } from './use-refresh-organization.ts'

export function UndoDeletion(button: Pick<ButtonProps, 'size' | 'className'>) {
  const storeId = useStoreId()
  const { organization } = useRole()
  const refresh = useRefreshOrganization()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button {...button} onClick={() => setIsAsking(true)}>
        Undo the deletion
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Keep ${organization}?`}
          confirmLabel="Undo the deletion"
          act={() => undoDeletion(storeId)}
          onDone={() => {
            toast(`${organization} stays`)
            void refresh()
          }}
          onClose={() => setIsAsking(false)}
        >
          <p>Everything works again as it was: stores, keys, the feed at its address. All owners get an email.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
