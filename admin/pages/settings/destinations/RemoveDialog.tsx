import { useState } from 'react'
import { actOnDestination, type Destination, removeDestination } from '../../../api/shops/destinations.ts'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { kindNames } from '../../../texts/destinations.ts'
import { useRefreshDestinations } from './use-destination-change.ts'

export function RemoveDialog({ destination: { id, kind }, onClose }: { destination: Destination; onClose(): void }) {
  const storeId = useStoreId()
  const refresh = useRefreshDestinations()
  const [isKept, setIsKept] = useState(false)
  const name = kindNames[kind]
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      isDangerous
      act={() => removeDestination(storeId, id, isKept)}
      onDone={() => {
        toast(isKept || kind === 'meta_csv' ? `${name} is removed` : `Everything is being removed at ${name}`)
        void refresh()
      }}
      onClose={onClose}
    >
      {kind === 'meta_csv' ? (
        <p>The address stops working, so Meta can no longer fetch the file. Your reviews here stay as they are.</p>
      ) : (
        <>
          <p>All reviews and stars that Evident put there are removed first. Your reviews here stay as they are.</p>
          <label className="flex items-start gap-2.5 text-text">
            <input
              type="checkbox"
              className="mt-1"
              checked={isKept}
              onChange={(event) => setIsKept(event.target.checked)}
            />
            <span>Leave everything there. Reviews that are withdrawn later are then not removed there.</span>
          </label>
        </>
      )}
    </ConfirmDialog>
  )
}

export function ReplaceDialog({ id, onClose }: { id: string; onClose(): void }) {
  const storeId = useStoreId()
  const refresh = useRefreshDestinations()
  return (
    <ConfirmDialog
      title="Replace the address?"
      confirmLabel="Replace address"
      isDangerous
      act={() => actOnDestination(storeId, id, 'rotate')}
      onDone={() => {
        toast('The address is replaced')
        void refresh()
      }}
      onClose={onClose}
    >
      <p>The old address stops working immediately. Enter the new one at Meta.</p>
    </ConfirmDialog>
  )
}
