import { useState } from 'react'
import { undoDeletion } from '../api/organization.ts'
import { Button, type ButtonProps } from '../components/Button.tsx'
import { ConfirmDialog } from '../components/ConfirmDialog.tsx'
import { toast } from '../components/toasts.ts'
import { useRefreshOrganization } from './use-refresh-organization.ts'
import { useRole, useStoreId } from './use-store.ts'

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
          <p>Everything works again as it was: stores, keys, the feed at its address. All owners are told by mail.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
