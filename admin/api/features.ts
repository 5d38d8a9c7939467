import { queryOptions } from '@tanstack/react-query'
import { get } from './client.ts'

export type Features = {
  plan: string
  lapsed: boolean
  features: { name: string; enabled: boolean; requiredPlan: string; reason: string | null }[]
  served: string[]
  notYetServed: string[]
}

export const featuresQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'features'],
    queryFn: ({ signal }) => get<Features>('/features', { storeId, signal }),
    staleTime: 300_000,
  })
