import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Subscription } from '../../../api/account/account.ts'
import { cancelSubscription, changePlan, checkOut, openPortal } from '../../../api/account/billing.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { Card } from '../../../components/Page.tsx'
import { toast } from '../../../components/toasts.ts'
import { formatDay } from '../../../components/values/dates.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { planNames, statusLabels } from './labels.ts'
import { UsageList } from './UsageList.tsx'
import { useRefreshBilling } from './use-refresh-billing.ts'

export function SubscriptionCard({ subscription }: { subscription: Subscription }) {
  const { plan, status, lapsed, nextPlan, nextPlanAt } = subscription
  const [label, tone] = lapsed ? statusLabels.expired : statusLabels[status]
  return (
    <Card title="Your plan" actions={<Badge tone={tone}>{label}</Badge>}>
      <div className="grid gap-4 px-5 pt-2 pb-5">
        <p className="text-2xl font-semibold tracking-tight">{planNames[plan]}</p>
        <p className="max-w-[40rem] text-quiet">{formatStatus(subscription)}</p>
        <UsageList />
        {nextPlan && nextPlanAt && (
          <Notice>
            {planNames[nextPlan]} starts on {formatDay(nextPlanAt)}.
          </Notice>
        )}
        <Acts subscription={subscription} />
      </div>
    </Card>
  )
}

function formatStatus({ status, lapsed, trialEndsAt, currentPeriodEndsAt, pastDueSince }: Subscription): string {
  if (lapsed)
    return 'Nothing is lost: everything can be read and exported. Choose a plan below, and everything works again, including the review feed at its old address.'
  if (status === 'trialing')
    return `The trial has everything of Growth and ends on ${formatDay(trialEndsAt ?? '')}. Choose a plan below to continue after that.`
  if (status === 'cancelled')
    return `Everything works until ${formatDay(currentPeriodEndsAt ?? '')}; after that the store can be read and exported.`
  if (status === 'past_due')
    return `A payment has been overdue since ${formatDay(pastDueSince ?? '')}. Everything works for 14 days from then on.`
  return currentPeriodEndsAt
    ? `Paid until ${formatDay(currentPeriodEndsAt)}, and renewed each month.`
    : 'Renewed each month.'
}

function Acts({ subscription }: { subscription: Subscription }) {
  const { plan, status, lapsed, nextPlan, currentPeriodEndsAt, trialEndsAt, billing } = subscription
  const storeId = useStoreId()
  const refresh = useRefreshBilling()
  const [isCancelling, setIsCancelling] = useState(false)
  const acting = useMutation({ mutationFn: (act: () => Promise<unknown>) => act(), onSuccess: refresh })
  const isRunning = !lapsed && status !== 'cancelled'
  const endsAt = currentPeriodEndsAt ?? trialEndsAt
  return (
    <div className="flex flex-wrap gap-2">
      {!lapsed && status === 'cancelled' && currentPeriodEndsAt && (
        <Button look="primary" isBusy={acting.isPending} onClick={() => acting.mutate(() => checkOut(storeId, plan))}>
          Go on with {planNames[plan]}
        </Button>
      )}
      {nextPlan && (
        <Button isBusy={acting.isPending} onClick={() => acting.mutate(() => changePlan(storeId, plan))}>
          Keep {planNames[plan]}
        </Button>
      )}
      {billing === 'stripe' && status !== 'trialing' && (
        <Button
          isBusy={acting.isPending}
          onClick={() => acting.mutate(async () => window.location.assign((await openPortal(storeId)).url))}
        >
          Payment method
        </Button>
      )}
      {isRunning && <Button onClick={() => setIsCancelling(true)}>End the subscription</Button>}
      {acting.error && <Notice tone="danger">{acting.error.message}</Notice>}
      {isCancelling && (
        <ConfirmDialog
          title={`End ${planNames[plan]}?`}
          confirmLabel="End the subscription"
          isDangerous
          act={() => cancelSubscription(storeId)}
          onDone={() => {
            refresh()
            toast('Subscription cancelled')
          }}
          onClose={() => setIsCancelling(false)}
        >
          {endsAt && <p>Everything works until {formatDay(endsAt)}, and nothing is charged any more.</p>}
          <p>
            After that nothing is deleted: you can read and export everything. Changes, the review feed, the review form
            and the widgets are off until you choose a plan again.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
