import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { type Connection, connectionQuery, removeConnection } from '../../../api/shops/connectors.ts'
import { Button, buttonClass } from '../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../components/Dialog.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { shownLocale } from '../../../components/locale.ts'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { useRefreshConnections } from './use-connection-change.ts'

type Props = { connection: Connection; isSender: boolean; onClose(): void }

export function RemoveDialog({ connection: { id, name, counts }, isSender, onClose }: Props) {
  const storeId = useStoreId()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const refresh = useRefreshConnections()
  if (isSender) return <StillSends name={name} onClose={onClose} />
  const onDone = async () => {
    toast(`${name} is removed`)
    await navigate({ to: '/stores/$storeId/settings/connections', params: { storeId }, replace: true })
    queryClient.removeQueries({ queryKey: connectionQuery(storeId, id).queryKey })
    await refresh()
  }
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      isDangerous
      act={() => removeConnection(storeId, id)}
      onDone={() => void onDone()}
      onClose={onClose}
    >
      <p>
        The key and the list of events are deleted.
        {counts.pending > 0 &&
          ` Waiting events: ${counts.pending.toLocaleString(shownLocale)}. Review requests among them are sent as the email settings now say.`}{' '}
        Nothing changes at the provider. This cannot be undone.
      </p>
    </ConfirmDialog>
  )
}

function StillSends({ name, onClose }: { name: string; onClose(): void }) {
  const storeId = useStoreId()
  return (
    <Dialog title={`${name} sends the review requests`} onClose={onClose}>
      <p className="text-quiet">
        Choose another sending service in the email settings first. Then you can remove this connection.
      </p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Link to="/stores/$storeId/settings/email" params={{ storeId }} className={buttonClass('primary')}>
          Open email settings
        </Link>
      </DialogActions>
    </Dialog>
  )
}
