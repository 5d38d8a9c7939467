import { useState } from 'react'
import { ApiError } from '../../../../api/client.ts'
import { repairShop, type Shop } from '../../../../api/shops/shops.ts'
import { Button } from '../../../../components/Button.tsx'
import { Dialog, DialogActions } from '../../../../components/Dialog.tsx'
import { Notice } from '../../../../components/Notice.tsx'
import { toast } from '../../../../components/toasts.ts'
import { CredentialsDialog } from '../dialogs/CredentialsDialog.tsx'
import { labelOf } from '../parts/labels.ts'
import { useShopChange } from '../parts/use-shop-change.ts'
import { ConsentLink } from './InstallingCard.tsx'

export function RepairDialog({ shop, onClose }: { shop: Shop; onClose(): void }) {
  const [isReplacing, setIsReplacing] = useState(false)
  const repairing = useShopChange<Shop>(
    (storeId) => repairShop(storeId, shop.id),
    ({ installUrl }) => {
      if (installUrl) return
      onClose()
      toast('Connection repaired. Reading the shop.')
    },
  )
  if (isReplacing) return <CredentialsDialog shop={shop} onClose={onClose} />
  const name = labelOf(shop.platform)
  const asked = repairing.data?.installUrl ? repairing.data : undefined
  const isRefused = repairing.error instanceof ApiError && repairing.error.code === 'credentials_refused'
  return (
    <Dialog title="Repair the connection?" onClose={onClose}>
      {asked ? (
        <>
          <p className="text-quiet">{name} asks for your consent again. Afterwards you return to this page.</p>
          <ConsentLink shop={asked} />
        </>
      ) : (
        <>
          <p className="text-quiet">
            {name} is asked whether our access still works. Missing or disabled webhooks there are restored. Then we
            read the catalogue and the missed orders. No data here is lost.
          </p>
          {repairing.error && <Notice tone="danger">{repairing.error.message}</Notice>}
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            {isRefused ? (
              <Button look="primary" icon="key" onClick={() => setIsReplacing(true)}>
                Replace credentials
              </Button>
            ) : (
              <Button look="primary" isBusy={repairing.isPending} onClick={() => repairing.mutate()}>
                {repairing.isPending ? 'Asking the shop …' : 'Repair'}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}
