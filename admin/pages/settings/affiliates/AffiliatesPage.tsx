import { useQuery } from '@tanstack/react-query'
import { isBilled, subscriptionQuery } from '../../../api/account/account.ts'
import { organizationQuery } from '../../../api/account/organization.ts'
import { type Affiliate, affiliateQuery } from '../../../api/affiliates.ts'
import { ApiError } from '../../../api/client.ts'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { Card, Page } from '../../../components/Page.tsx'
import { PlanNotice } from '../../../shell/PlanNotice.tsx'
import { useOrganizationHas } from '../../../shell/store/plan-gate.ts'
import { useStoreId } from '../../../shell/store/use-store.ts'
import { NeedsRole } from '../NeedsRole.tsx'
import { BalanceCard } from './BalanceCard.tsx'
import { CommissionsCard } from './CommissionsCard.tsx'
import { JoinCard } from './JoinCard.tsx'
import { LinkCard } from './LinkCard.tsx'
import { PayoutsCard } from './PayoutsCard.tsx'
import { ReferralsCard } from './ReferralsCard.tsx'

export function AffiliatesPage() {
  return (
    <NeedsRole needs="OWNER">
      <Page
        title="Affiliates"
        intro="Give others your link, and earn 20 % of what they pay in their first year, without VAT: up to 500.00 US dollars for each organization."
      >
        <WhereSold />
      </Page>
    </NeedsRole>
  )
}

function WhereSold() {
  const query = useQuery(subscriptionQuery(useStoreId()))
  return (
    <Loaded query={query}>
      {(subscription) =>
        isBilled(subscription) ? (
          <InPlan />
        ) : (
          <EmptyState icon="receipt" title="Nothing is sold here">
            Affiliates earn a share of what others pay for this service, and here nobody pays.
          </EmptyState>
        )
      }
    </Loaded>
  )
}

/** Reads membership from the organization, because reading a missing affiliate profile would show an error. */
function InPlan() {
  const query = useQuery(organizationQuery(useStoreId()))
  const isInPlan = useOrganizationHas('affiliates')
  return (
    <Loaded query={query}>
      {({ affiliateCode }) => {
        if (!isInPlan) return <NotInPlan hasJoined={affiliateCode !== null} />
        return affiliateCode === null ? <JoinCard /> : <Joined />
      }}
    </Loaded>
  )
}

function NotInPlan({ hasJoined }: { hasJoined: boolean }) {
  return (
    <Card>
      <PlanNotice feature="affiliates" name="Earning as an affiliate">
        {hasJoined && 'Earned commissions stay, and are paid out as before.'}
      </PlanNotice>
    </Card>
  )
}

function Joined() {
  const query = useQuery(affiliateQuery(useStoreId()))
  if (query.error instanceof ApiError && query.error.code === 'plan_required') return <NotInPlan hasJoined />
  return <Loaded query={query}>{(affiliate) => <Cards affiliate={affiliate} />}</Loaded>
}

function Cards({ affiliate }: { affiliate: Affiliate }) {
  return (
    <>
      <LinkCard affiliate={affiliate} />
      <BalanceCard affiliate={affiliate} />
      <ReferralsCard />
      <CommissionsCard />
      <PayoutsCard />
    </>
  )
}
