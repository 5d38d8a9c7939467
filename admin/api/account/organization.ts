import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  OrganizationChange,
  Organization as OrganizationShape,
  Settings as SettingsShape,
} from '../../../server/resources/orgs/schema.ts'
import type { Transfer as TransferShape } from '../../../server/resources/orgs/transfer/schema.ts'
import { get, patch, post, remove } from '../client.ts'
import { type Member, readAll } from './account.ts'

export type Organization = OrganizationShape
export type Transfer = TransferShape

/** Cached for a minute, because every page reads the organization, in order to show a notice if it is being deleted. */
export const organizationQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'organization'],
    queryFn: ({ signal }) => get<Organization>('/orgs/current', { storeId, signal }),
    staleTime: 60_000,
  })

export const changeOrganization = (storeId: string, body: OrganizationChange) =>
  patch<Organization>('/orgs/current', { storeId, body })

export const settingsQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'organization', 'settings'],
    queryFn: ({ signal }) => get<Static<typeof SettingsShape>>('/orgs/settings', { storeId, signal }),
  })

export const changeSettings = (storeId: string, body: { twoFactorRequired: boolean }) =>
  patch('/orgs/settings', { storeId, body })

/** The service answers 404 unless the organization has `transfer` set. */
export const transferQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'organization', 'transfer'],
    queryFn: ({ signal }) => get<Transfer>('/orgs/transfer', { storeId, signal }),
    // Not cached after unmount, because the page would first show the data of the previous transfer.
    gcTime: 0,
  })

export const everyMemberQuery = (storeId: string) =>
  queryOptions({
    queryKey: [storeId, 'members', 'all'],
    queryFn: ({ signal }) => readAll<Member>('/account/users', { storeId, signal }),
  })

export const requestTransfer = (storeId: string, body: { userId: string; password: string }) =>
  post<Transfer>('/orgs/transfer', { storeId, body })
/** The owner can withdraw the transfer; the invited person can decline it. */
export const endTransfer = (storeId: string) => remove('/orgs/transfer', { storeId })
export const acceptTransfer = (storeId: string) => post<Transfer>('/orgs/transfer/accept', { storeId, body: {} })

export const requestDeletion = (storeId: string, body: { confirm: string; password: string }) =>
  post<{ deletesAt: string }>('/orgs/deletion', { storeId, body })
export const undoDeletion = (storeId: string) => remove('/orgs/deletion', { storeId })
