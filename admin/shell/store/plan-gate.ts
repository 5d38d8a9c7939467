import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { storesQuery } from '../../api/account/account.ts'
import { featuresQuery } from '../../api/features.ts'
import { useStore, useStoreId } from './use-store.ts'

export type PlanGate = { enabled: boolean; requiredPlan: string; plan: string; lapsed: boolean }

/** Whether the store can use the feature now, and which plan it takes; undefined until that is known. */
export function usePlanGate(feature: string): PlanGate | undefined {
  const { data } = useQuery(featuresQuery(useStoreId()))
  const found = data?.features.find(({ name }) => name === feature)
  return data && found && { ...found, plan: data.plan, lapsed: data.lapsed }
}

/** Whether a store of the organization has the feature, where one is enough; true until the service refuses, as far as is known. */
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

/** `name` as a sentence begins with it: `A sending domain`. */
export const planText = (name: string, { requiredPlan, plan }: Pick<PlanGate, 'requiredPlan' | 'plan'>): string =>
  `${name} is part of the ${capitalized(requiredPlan)} plan; your store has ${capitalized(plan)}.`
