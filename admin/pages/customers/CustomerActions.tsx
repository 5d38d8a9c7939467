import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { eraseCustomer, erasureSettingsQuery, exportCustomer } from '../../api/customers.ts'
import { Button } from '../../components/Button.tsx'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { saveFile } from '../../components/forms/save-file.ts'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

export function CustomerActions({ email }: { email: string }) {
  const storeId = useStoreId()
  const [isAsking, setIsAsking] = useState(false)
  const exporting = useMutation({
    mutationFn: () => exportCustomer(storeId, email),
    onSuccess: (data) =>
      saveFile(
        new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
        `customer-${email.replaceAll(/[^\w.-]/g, '_')}.json`,
      ),
    onError: (error) => toast(error.message, { tone: 'danger' }),
  })
  return (
    <>
      <Button icon="download" isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
        Export
      </Button>
      <Button look="dangerQuiet" icon="trash" onClick={() => setIsAsking(true)}>
        Erase
      </Button>
      {isAsking && <EraseDialog email={email} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function EraseDialog({ email, onClose }: { email: string; onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { data } = useQuery(erasureSettingsQuery(storeId))
  const onDone = async () => {
    await navigate({ to: '/stores/$storeId/customers', params: { storeId } })
    // Cached orders, reviews and counts may contain the name, so the cached data of the store is deleted.
    queryClient.removeQueries({
      predicate: ({ queryKey }) => queryKey[0] === storeId && queryKey[1] !== 'subscription',
    })
    toast('The customer has been erased')
  }
  return (
    <ConfirmDialog
      title="Erase this customer?"
      confirmLabel="Erase for good"
      isDangerous
      typeToConfirm={email}
      act={() => eraseCustomer(storeId, email)}
      onDone={() => void onDone()}
      onClose={onClose}
    >
      <p>
        Name and address are deleted in this store. Order totals stay.{' '}
        {data?.mode === 'anonymize' ? 'Reviews stay without a name.' : 'Reviews are deleted with their photos.'}
      </p>
      <p>This cannot be undone. Erase in your shop system first, or its next push brings the address back.</p>
    </ConfirmDialog>
  )
}
