import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { storesQuery } from '../../api/account/account.ts'
import { featuresQuery } from '../../api/features.ts'
import { useStore, useStoreId } from './use-store.ts'

export type PlanGate = { enabled: boolean; requiredPlan: string; plan: string; lapsed: boolean }

export function usePlanGate(feature: string): PlanGate | undefined {
  const { data } = useQuery(featuresQuery(useStoreId()))
  const found = data?.features.find(({ name }) => name === feature)
  return data && found && { ...found, plan: data.plan, lapsed: data.lapsed }
}

/** True if any store of the organization has the feature, and while the plan is loading. */
export function useOrganizationHas(feature: string): boolean {
  const { organizationId } = useStore()
  const { data: stores } = useSuspenseQuery(storesQuery)
  const gate = usePlanGate(feature)
  if (!gate || gate.enabled) return true
  return stores.some(
    ({ organizationId: id, subscription: { plan, status } }) =>
      id === organizationId && plan === gate.requiredPlan && status !== 'expired',
  )
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

export const planText = (name: string, { requiredPlan, plan }: Pick<PlanGate, 'requiredPlan' | 'plan'>): string =>
  `${name} is part of the ${capitalized(requiredPlan)} plan; your store has ${capitalized(plan)}.`
