import { type Connection, changeConnection } from '../../../api/shops/connectors.ts'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { useRefreshConnections } from './use-connection-change.ts'

type Props = { connection: Connection; isSender: boolean; onClose(): void }

export function PauseDialog({ connection: { id, name }, isSender, onClose }: Props) {
  const storeId = useStoreId()
  const refresh = useRefreshConnections()
  return (
    <ConfirmDialog
      title={`Pause ${name}?`}
      confirmLabel="Pause"
      act={() => changeConnection(storeId, id, { paused: true })}
      onDone={() => {
        toast(`${name} is paused`)
        void refresh()
      }}
      onClose={onClose}
    >
      <p>
        Events wait until you resume.
        {isSender && ' This connection sends the review requests. No customer is asked for a review until you resume.'}
      </p>
    </ConfirmDialog>
  )
}
