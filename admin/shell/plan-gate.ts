import { useQuery } from '@tanstack/react-query'
import { featuresQuery } from '../api/features.ts'
import { useStoreId } from './use-store.ts'

export type PlanGate = { enabled: boolean; requiredPlan: string; plan: string; lapsed: boolean }

/** Whether the store can use the feature now, and which plan it takes; undefined until that is known. */
export function usePlanGate(feature: string): PlanGate | undefined {
  const { data } = useQuery(featuresQuery(useStoreId()))
  const found = data?.features.find(({ name }) => name === feature)
  return data && found && { ...found, plan: data.plan, lapsed: data.lapsed }
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

/** `name` as a sentence begins with it: `A sending domain`. */
export const planText = (name: string, { requiredPlan, plan }: Pick<PlanGate, 'requiredPlan' | 'plan'>): string =>
  `${name} is part of the ${capitalized(requiredPlan)} plan; your store has ${capitalized(plan)}.`
