import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { buttonClass } from '../components/Button.tsx'
import { EmptyState } from '../components/EmptyState.tsx'
import { planText, usePlanGate } from './store/plan-gate.ts'
import { useRole, useStoreId } from './store/use-store.ts'

export function PlanNotice({ feature, name, children }: { feature: string; name: string; children?: ReactNode }) {
  const storeId = useStoreId()
  const { isAtLeast } = useRole()
  const gate = usePlanGate(feature)
  if (!gate || gate.enabled) return null
  const action = isAtLeast('OWNER') && (
    <Link to="/stores/$storeId/settings/billing" params={{ storeId }} className={buttonClass()}>
      See the plans
    </Link>
  )
  return (
    <EmptyState icon="lock" title={gate.lapsed ? 'The subscription has expired' : 'Not in your plan'} action={action}>
      {gate.lapsed ? `${name} can be set up after the renewal.` : planText(name, gate)} {children}
    </EmptyState>
  )
}
