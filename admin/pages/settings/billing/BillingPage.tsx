import { useQuery } from '@tanstack/react-query'
import { isBilled, subscriptionQuery } from '../../../api/account/account.ts'
import { EmptyState, ErrorState, Loading } from '../../../components/EmptyState.tsx'
import { Page } from '../../../components/Page.tsx'
import { useStore } from '../../../shell/store/use-store.ts'
import { NeedsRole } from '../NeedsRole.tsx'
import { InvoicesCard } from './InvoicesCard.tsx'
import { OpenInvoice } from './OpenInvoice.tsx'
import { PlansCard } from './PlansCard.tsx'
import { SubscriptionCard } from './SubscriptionCard.tsx'

export function BillingPage() {
  const { id, name } = useStore()
  const { data, error, refetch } = useQuery(subscriptionQuery(id))
  return (
    <NeedsRole needs="OWNER">
      <Page title="Billing" intro={`Plans of ${name} and their prices. Each store has a plan of its own.`}>
        {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading />)}
        {data && !isBilled(data) && (
          <EmptyState icon="receipt" title="Nothing is sold here">
            Every store has every feature, without a time limit.
          </EmptyState>
        )}
        {data && isBilled(data) && (
          <>
            <OpenInvoice />
            <SubscriptionCard subscription={data} />
            <PlansCard subscription={data} />
            <InvoicesCard />
          </>
        )}
      </Page>
    </NeedsRole>
  )
}
