import { useQuery } from '@tanstack/react-query'
import { type ChangedPlan, changePlan, type PlanId, previewQuery } from '../../../api/account/billing.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { ErrorState, Loading } from '../../../components/EmptyState.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { toast } from '../../../components/toasts.ts'
import { formatDay } from '../../../components/values/dates.ts'
import { Money } from '../../../components/values/Money.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { featureName, planNames } from './labels.ts'
import { useRefreshBilling } from './use-refresh-billing.ts'

export function ChangeDialog({ plan, onClose }: { plan: PlanId; onClose(): void }) {
  const storeId = useStoreId()
  const refresh = useRefreshBilling()
  const { data, error, refetch } = useQuery(previewQuery(storeId, plan))
  const title = `Change to ${planNames[plan]}?`
  if (!data)
    return (
      <Dialog title={title} onClose={onClose}>
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading rows={2} />}
      </Dialog>
    )
  const change = async () => {
    const { kind, actionRequired } = await changePlan(storeId, plan)
    // The plan starts only after the bank has confirmed the payment on the provider's page, or another card has paid.
    if (actionRequired) window.location.assign(actionRequired.url)
    else toast(kind === 'downgrade' ? `${planNames[plan]} comes later` : `The plan is ${planNames[plan]}`)
  }
  return (
    <ConfirmDialog
      title={title}
      confirmLabel={`Change to ${planNames[plan]}`}
      act={change}
      onDone={refresh}
      onClose={onClose}
    >
      <Consequences change={data} />
    </ConfirmDialog>
  )
}

function Consequences({ change: { kind, plan, effectiveAt, dueNow, readOnly } }: { change: ChangedPlan }) {
  const hasVat = /[1-9]/.test(dueNow.vat)
  return (
    <>
      {kind === 'upgrade' ? (
        <p>
          {planNames[plan]} is available immediately. The rest of the paid month costs{' '}
          <strong className="text-text">
            <Money amount={dueNow.gross} currency={dueNow.currency} />
          </strong>
          {hasVat && ', VAT included'}.
        </p>
      ) : (
        <p>
          {planNames[plan]} starts on {formatDay(effectiveAt)}. Until then everything stays as it is, and nothing is
          charged now.
        </p>
      )}
      {readOnly.length > 0 && (
        <Notice tone="warn">
          <p>On the new plan, you can read this, but not change it:</p>
          <ul className="mt-1 list-disc pl-5">
            {readOnly.map(({ feature, count }) => (
              <li key={feature}>
                {featureName(feature)}: {count}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}
