import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { disconnectShop, type Shop, shopQuery } from '../../../../api/shops/shops.ts'
import { ConfirmDialog } from '../../../../components/dialogs/ConfirmDialog.tsx'
import { toast } from '../../../../components/toasts.ts'
import { useStoreId } from '../../../../shell/store/use-store.ts'
import { labelOf } from '../parts/labels.ts'
import { useRefreshShop } from '../parts/use-shop-change.ts'

export function DisconnectDialog({ shop, onClose }: { shop: Shop; onClose(): void }) {
  const storeId = useStoreId()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const refresh = useRefreshShop()
  const onDone = async () => {
    toast(`${shop.name} is disconnected`)
    // The query is cleared first, so that no component reads the deleted shop.
    queryClient.setQueryData(shopQuery(storeId).queryKey, null)
    await navigate({ to: '/stores/$storeId/settings/shop', params: { storeId }, search: {}, replace: true })
    await refresh()
  }
  const name = labelOf(shop.platform)
  return (
    <ConfirmDialog
      title={`Disconnect ${shop.name}?`}
      confirmLabel="Disconnect"
      isDangerous
      act={() => disconnectShop(storeId, shop.id)}
      onDone={() => void onDone()}
      onClose={onClose}
    >
      <dl className="grid gap-3">
        <div>
          <dt className="font-medium text-text">Stays</dt>
          <dd>Products, variants, categories, orders, customers and every review, as they are now.</dd>
        </div>
        <div>
          <dt className="font-medium text-text">Deleted</dt>
          <dd>
            {shop.platform === 'custom'
              ? 'This connection. Your shop can still push data with its key.'
              : `The credentials, our webhooks at ${name} and what they have sent. Nothing is read any more.`}
          </dd>
        </div>
        <div>
          <dt className="font-medium text-text">If you reconnect later</dt>
          <dd>Products and orders are matched again, with their reviews.</dd>
        </div>
      </dl>
    </ConfirmDialog>
  )
}
