import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { featuresQuery } from '../../api/features.ts'
import { Loading } from '../../components/EmptyState.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { TabLinks } from '../../shell/navigation/TabLinks.tsx'
import { PlanNotice } from '../../shell/PlanNotice.tsx'
import { usePlanGate } from '../../shell/store/plan-gate.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

const tabs = [
  { to: '/stores/$storeId/loyalty', label: 'Program' },
  { to: '/stores/$storeId/loyalty/members', label: 'Members' },
  { to: '/stores/$storeId/loyalty/rewards', label: 'Rewards' },
  { to: '/stores/$storeId/loyalty/referrals', label: 'Referrals' },
  { to: '/stores/$storeId/loyalty/liability', label: 'Liability' },
] as const

type Props = { title: string; intro: string; actions?: ReactNode; children: ReactNode }

export function LoyaltyPage({ title, intro, actions, children }: Props) {
  const gate = usePlanGate('loyalty')
  return (
    <Page title={title} intro={intro} actions={gate?.enabled !== false && actions}>
      <TabLinks label="Loyalty" tabs={tabs} isExact isInPage />
      <InPlan>{children}</InPlan>
    </Page>
  )
}

/** Checks the plan first, because the service refuses loyalty calls without it. */
export function InPlan({ children }: { children: ReactNode }) {
  const { isPending } = useQuery(featuresQuery(useStoreId()))
  const gate = usePlanGate('loyalty')
  if (isPending) return <Loading />
  if (gate?.enabled !== false) return children
  return (
    <Card>
      <PlanNotice feature="loyalty" name="Loyalty">
        Members keep the points they have earned.
      </PlanNotice>
    </Card>
  )
}
