import { confirmSync, type Shop, type Sync } from '../../../../api/shops/shops.ts'
import { ConfirmDialog } from '../../../../components/dialogs/ConfirmDialog.tsx'
import { toast } from '../../../../components/toasts.ts'
import { useStoreId } from '../../../../shell/store/use-store.ts'
import { plural } from '../parts/labels.ts'
import { useRefreshShop } from '../parts/use-shop-change.ts'

export function ConfirmHeldDialog({ shop, sync, onClose }: { shop: Shop; sync: Sync; onClose(): void }) {
  const storeId = useStoreId()
  const refresh = useRefreshShop()
  return (
    <ConfirmDialog
      title={`Retire ${plural(sync.wouldRetire ?? 0, 'variant', 'variants')}?`}
      confirmLabel="Retire them"
      isDangerous
      act={() => confirmSync(storeId, shop.id, sync.id)}
      onDone={() => {
        toast('We ask the shop once more, then retire them')
        void refresh()
      }}
      onClose={onClose}
    >
      <p>We ask the shop about each of them once more. Variants it still has stay on sale.</p>
      <p>
        Retired variants leave the review feed, and products without variants get no more requests. Their reviews are
        not deleted, and return to the feed if the shop lists the product again.
      </p>
    </ConfirmDialog>
  )
}
