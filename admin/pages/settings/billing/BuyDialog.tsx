import { checkOut, type PlanId } from '../../../api/account/billing.ts'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { toast } from '../../../components/toasts.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { planNames } from './labels.ts'
import { useRefreshBilling } from './use-refresh-billing.ts'

export function BuyDialog({ plan, onClose }: { plan: PlanId; onClose(): void }) {
  const storeId = useStoreId()
  const refresh = useRefreshBilling()
  const buy = async () => {
    const { url, invoice } = await checkOut(storeId, plan)
    if (url) window.location.assign(url)
    else toast(invoice ? `Invoice ${invoice.number} is issued` : `${planNames[plan]} continues`)
  }
  return (
    <ConfirmDialog
      title={`Choose ${planNames[plan]}?`}
      confirmLabel="Order"
      act={buy}
      onDone={refresh}
      onClose={onClose}
    >
      <p>
        {planNames[plan]} begins with the payment, for a month, and is renewed each month until you cancel. The next
        step shows the price and the payment methods.
      </p>
    </ConfirmDialog>
  )
}
