import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { AppealDecision, Appeal as AppealShape } from '../../../server/resources/evidence/appeals/schema.ts'
import type {
  Policy as PolicyShape,
  PolicyVersion as PolicyVersionShape,
} from '../../../server/resources/evidence/policies/schema.ts'
import type { EvidenceSettings as SettingsShape } from '../../../server/resources/evidence/settings-schema.ts'
import type { MeterPeriod, SuppressionReport } from '../../../server/resources/evidence/suppression/schema.ts'
import { download, get, type Page, patch, put } from '../client.ts'

export type Appeal = AppealShape
export type Policy = PolicyShape
export type PolicyVersion = PolicyVersionShape
export type Suppression = SuppressionReport
export type { MeterPeriod }
export type EvidenceSettings = SettingsShape
export type Days = { from: string; to: string }

export const moderationKey = (storeId: string) => [storeId, 'moderation'] as const

/** Without a period, the service chooses the shortest one in which low and high ratings can be compared. */
export const meterQuery = (storeId: string, period: MeterPeriod | 'comparable' = 'comparable') =>
  queryOptions({
    queryKey: [...moderationKey(storeId), 'meter', period],
    queryFn: ({ signal }) => get<Suppression>('/evidence/suppression', { storeId, query: { period }, signal }),
  })

export const downloadMeter = (storeId: string, days: Days) =>
  download('/evidence/suppression', { storeId, query: { ...days, format: 'csv' } })

const paged = <T>(storeId: string, path: string, filters: Record<string, string | undefined>) =>
  infiniteQueryOptions({
    queryKey: [...moderationKey(storeId), path, filters],
    queryFn: ({ pageParam, signal }) =>
      get<Page<T>>(path, { storeId, query: { ...filters, limit: 50, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const appealsQuery = (storeId: string, state: Appeal['state'] | undefined) =>
  paged<Appeal>(storeId, '/evidence/appeals', { state })

export const decideAppeal = (storeId: string, id: string, body: AppealDecision) =>
  patch<Appeal>(`/evidence/appeals/${id}`, { storeId, body })

export const policyQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...moderationKey(storeId), 'policy'],
    queryFn: ({ signal }) => get<Policy>('/evidence/policies', { storeId, signal }),
  })

export const policyVersionsQuery = (storeId: string) => paged<PolicyVersion>(storeId, '/evidence/policies/versions', {})

export const policyVersionQuery = (storeId: string, version: number) =>
  queryOptions({
    queryKey: [...moderationKey(storeId), 'policy', version],
    queryFn: ({ signal }) => get<Policy>(`/evidence/policies/versions/${version}`, { storeId, signal }),
  })

export const savePolicy = (storeId: string, text: string) =>
  put<Policy>('/evidence/policies', { storeId, body: { text } })

export const evidenceSettingsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [...moderationKey(storeId), 'settings'],
    queryFn: ({ signal }) => get<EvidenceSettings>('/evidence/settings', { storeId, signal }),
  })

export const saveEvidenceSettings = (storeId: string, body: Partial<EvidenceSettings>) =>
  put<EvidenceSettings>('/evidence/settings', { storeId, body })
