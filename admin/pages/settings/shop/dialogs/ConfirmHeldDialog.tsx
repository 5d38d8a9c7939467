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
        toast('The shop is asked once more, then they are retired')
        void refresh()
      }}
      onClose={onClose}
    >
      <p>The shop is asked once more about each of them. Variants it still has stay on sale.</p>
      <p>
        Retired variants leave the review feed, and products without any are asked about no more. Their reviews stay,
        and what comes back to the shop comes back here with all of them.
      </p>
    </ConfirmDialog>
  )
}
