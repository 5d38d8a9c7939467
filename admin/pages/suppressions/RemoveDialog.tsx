import { useQueryClient } from '@tanstack/react-query'
import { removeSuppression, type Suppression, suppressionsKey } from '../../api/mail/suppressions.ts'
import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx'
import { toast } from '../../components/toasts.ts'
import { useStoreId } from '../../shell/store/use-store.ts'
import { removalTexts, scopeNames } from './labels.ts'

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
