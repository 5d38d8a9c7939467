import { useQueryClient } from '@tanstack/react-query'
import {
  removeSuppression,
  type Suppression,
  type SuppressionReason,
  suppressionsKey,
} from '../../api/mail/suppressions.ts'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { scopeNames } from './labels.ts'

export function RemoveDialog({ row, onClose }: { row: Suppression; onClose(): void }) {
  const storeId = useStoreId()
  const queryClient = useQueryClient()
  const whom = row.email ?? 'this person'
  return (
    <ConfirmDialog
      title={`Write to ${whom} again?`}
      confirmLabel="Remove the suppression"
      isDangerous
      act={async () => {
        await removeSuppression(storeId, row.id)
        await queryClient.invalidateQueries({ queryKey: suppressionsKey(storeId) })
      }}
      onDone={() => toast('Suppression removed')}
      onClose={onClose}
    >
      <p>{removalTexts[row.reason]}</p>
      <p>
        This suppression blocks: {scopeNames[row.scope].toLowerCase()}. Other suppressions of the same address stay.
      </p>
    </ConfirmDialog>
  )
}

const removalTexts: Record<SuppressionReason, string> = {
  hard_bounce:
    'The mail server said that this address does not exist. Sending to it again harms your sender reputation, unless the address works now.',
  soft_bounce:
    'Emails to this address failed on several days. The suppression ends automatically, or you can remove it now.',
  complaint:
    'This person reported an email as spam. More emails harm your sender reputation. The audit log records the removal.',
  unsubscribe:
    'This person unsubscribed. Remove the suppression only if they asked for emails again. Many countries require new consent.',
  manual: 'This address gets emails again.',
  import: 'Imported from another system. Make sure that this person wants your emails.',
  invalid: 'Remove the suppression if the address works now.',
}
