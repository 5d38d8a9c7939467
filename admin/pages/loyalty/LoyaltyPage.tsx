import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { featuresQuery } from '../../api/features.ts'
import { Loading } from '../../components/EmptyState.tsx'
import { Card, Page } from '../../components/Page.tsx'
import { PlanNotice } from '../../shell/PlanNotice.tsx'
import { usePlanGate } from '../../shell/store/plan-gate.ts'
import { useStoreId } from '../../shell/store/use-store.ts'

const tabs = [
  { to: '/stores/$storeId/loyalty', label: 'Programme' },
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
      <Tabs />
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

function Tabs() {
  const storeId = useStoreId()
  return (
    <nav aria-label="Loyalty" className="-mt-2 min-w-0 border-b border-line">
      <ul className="flex gap-5 sideways">
        {tabs.map(({ to, label }) => (
          <li key={to}>
            <Link to={to} params={{ storeId }} activeOptions={{ exact: true, includeSearch: false }} className="tab">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
