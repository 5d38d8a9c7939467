import { changeShop, type Shop } from '../../../../api/shops/shops.ts'
import { ConfirmDialog } from '../../../../components/dialogs/ConfirmDialog.tsx'
import { toast } from '../../../../components/toasts.ts'
import { useStoreId } from '../../../../shell/store/use-store.ts'
import { useRefreshShop } from '../parts/use-shop-change.ts'

export function PauseDialog({ shop, onClose }: { shop: Shop; onClose(): void }) {
  const storeId = useStoreId()
  const refresh = useRefreshShop()
  return (
    <ConfirmDialog
      title={`Pause ${shop.name}?`}
      confirmLabel="Pause"
      act={() => changeShop(storeId, shop.id, { paused: true })}
      onDone={() => {
        toast('Paused')
        void refresh()
      }}
      onClose={onClose}
    >
      <p>
        We read nothing until you resume. A running read stops. Data read so far stays, and the rest follows when you
        resume.
      </p>
    </ConfirmDialog>
  )
}
