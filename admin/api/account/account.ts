import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type { Store as StoreShape } from '../../../server/resources/account/schema.ts'
import type { User as UserShape } from '../../../server/resources/account/users/schema.ts'
import type { Subscription as SubscriptionShape } from '../../../server/resources/billing/schema.ts'
import { type CallOptions, download, get, type Page, patch, post, remove } from '../client.ts'

export type Store = Static<typeof StoreShape>
export type Member = Static<typeof UserShape>
export type Subscription = Static<typeof SubscriptionShape>
export type Role = Store['role']

export async function readAll<T>(path: string, options: Pick<CallOptions, 'storeId' | 'signal'>): Promise<T[]> {
  const rows: T[] = []
  let cursor: string | undefined
  do {
    const page: Page<T> = await get(path, { ...options, query: { limit: 100, cursor } })
    rows.push(...page.data)
    cursor = page.pagination.nextCursor ?? undefined
  } while (cursor)
  return rows
}

export const storesQuery = queryOptions({
  queryKey: ['stores'],
  queryFn: async ({ signal }) => {
    const stores = await readAll<Store>('/account/stores', { signal })
    return stores.sort((a, b) => a.name.localeCompare(b.name))
  },
  staleTime: 60_000,
})

export const subscriptionQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'subscription'],
    queryFn: ({ signal }) => get<Subscription>('/billing/subscription', { storeId, signal }),
    staleTime: 300_000,
  })

/** False while the subscription loads, and if the operator does not bill. The app then shows no trials and no plans. */
export const isBilled = (subscription: Pick<Subscription, 'billing'> | undefined): boolean =>
  subscription !== undefined && subscription.billing !== 'off'

export type StoreFields = { name: string; origins: string[]; timezone: string; currency: string }
export const createStore = (storeId: string, body: StoreFields) => post<Store>('/account/stores', { storeId, body })
export const updateStore = (id: string, body: Partial<StoreFields>) =>
  patch<Store>(`/account/stores/${id}`, { storeId: id, body })

export const membersQuery = (storeId: string) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'members'],
    queryFn: ({ pageParam, signal }) =>
      get<Page<Member>>('/account/users', { storeId, query: { limit: 100, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export type Invitation = { id: string; email: string; role: Role; acceptUrl?: string; expiresAt: string }
export const invite = (storeId: string, body: { email: string; role: Role }) =>
  post<Invitation>('/account/users/invite', { storeId, body })
export const updateMember = (storeId: string, id: string, body: { role?: Role; active?: boolean }) =>
  patch<Member>(`/account/users/${id}`, { storeId, body })
export const removeMember = (storeId: string, id: string) => remove(`/account/users/${id}`, { storeId })

type Party = { type: string; id?: string; name?: string }
export type AuditEntry = {
  id: string
  action: string
  actor: Party & { via?: 'partner' | 'support'; organization?: string }
  target: Party | null
  storeEnvId: string | null
  address: string | null
  userAgent: string | null
  at: string
  details: Record<string, unknown> | null
}

export const auditLogQuery = (storeId: string, action: string) =>
  infiniteQueryOptions({
    queryKey: [storeId, 'audit-log', action],
    queryFn: ({ pageParam, signal }) =>
      get<Page<AuditEntry>>('/account/audit-log', { storeId, query: { limit: 50, action, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
  })

export const downloadArchive = (storeId: string) => download('/backups/archive', { storeId })

export const exportAuditLog = (storeId: string, action: string) =>
  download('/account/audit-log/export', { storeId, query: { format: 'csv', action } })
