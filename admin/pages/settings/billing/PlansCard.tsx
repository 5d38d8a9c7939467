import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Subscription } from '../../../api/account/account.ts'
import { type PlanId, type PlanOffer, plansQuery } from '../../../api/account/billing.ts'
import { Badge } from '../../../components/Badge.tsx'
import { Button } from '../../../components/Button.tsx'
import { ErrorState, Loading } from '../../../components/EmptyState.tsx'
import { Icon } from '../../../components/Icon.tsx'
import { Card } from '../../../components/Page.tsx'
import { Money } from '../../../components/values/Money.tsx'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { BuyDialog } from './BuyDialog.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { featureName } from './labels.ts'

export function PlansCard({ subscription }: { subscription: Subscription }) {
  const { data, error, refetch } = useQuery(plansQuery(useStoreId()))
  const [chosen, setChosen] = useState<PlanId>()
  const close = () => setChosen(undefined)
  const isBought = isRunning(subscription)
  return (
    <Card title="Plans">
      {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />)}
      <ul className="grid gap-4 p-5 lg:grid-cols-3">
        {data?.data.map((plan, i) => (
          <Plan
            key={plan.id}
            plan={plan}
            below={data.data[i - 1]}
            subscription={subscription}
            onChoose={() => setChosen(plan.id)}
          />
        ))}
      </ul>
      {chosen &&
        (isBought ? <ChangeDialog plan={chosen} onClose={close} /> : <BuyDialog plan={chosen} onClose={close} />)}
    </Card>
  )
}

const isRunning = ({ status, lapsed }: Subscription) => !lapsed && (status === 'active' || status === 'past_due')

type PlanProps = { plan: PlanOffer; below: PlanOffer | undefined; subscription: Subscription; onChoose(): void }

function Plan({ plan, below, subscription, onChoose }: PlanProps) {
  const isRunningNow = isRunning(subscription)
  const isOwn = isRunningNow && subscription.plan === plan.id
  const isAwaited = subscription.nextPlan === plan.id
  const isBlocked = !subscription.lapsed && subscription.status === 'cancelled'
  return (
    <li className={`grid content-start gap-3 rounded-xl border p-4 ${isOwn ? 'border-accent' : 'border-line'}`}>
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">{plan.name}</h3>
        {isOwn && <Badge tone="accent">Your plan</Badge>}
      </div>
      <p>
        <span className="text-2xl font-semibold tracking-tight">
          <Money amount={plan.price} currency={plan.currency} />
        </span>{' '}
        <span className="text-sm text-quiet">a month, without VAT</span>
      </p>
      <ul className="grid gap-1.5 text-sm">
        <Feature>
          {below ? `Everything of ${below.name}` : 'Reviews, requests, form, widgets, feed, imports, API'}
        </Feature>
        {plan.features
          .filter((feature) => !below?.features.includes(feature))
          .map((feature) => (
            <Feature key={feature}>{featureName(feature)}</Feature>
          ))}
      </ul>
      {!isOwn && !isBlocked && (
        <Button look={isRunningNow ? 'secondary' : 'primary'} disabled={isAwaited} onClick={onChoose} className="mt-1">
          {isAwaited ? 'Chosen' : `${isRunningNow ? 'Change to' : 'Choose'} ${plan.name}`}
        </Button>
      )}
    </li>
  )
}

function Feature({ children }: { children: string }) {
  return (
    <li className="flex items-start gap-1.5">
      <Icon name="check" className="mt-0.5 size-4 shrink-0 text-accent" />
      {children}
    </li>
  )
}
