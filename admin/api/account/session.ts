import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { get, type Page, patch, post, remove } from '../client.ts'
import type { Role } from './account.ts'

export type Session = { user: { id: string; email: string; name: string } }

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => get<Session | null>('/auth/get-session', { signal }),
  staleTime: 60_000,
})

export const signIn = (body: { email: string; password: string }) =>
  post<{ twoFactorRedirect?: boolean; twoFactorMethods?: string[] }>('/auth/sign-in/email', { body })
/** `url` is null for domains that sign in by password. */
export const beginSignOn = (body: { email: string; next?: string }) =>
  post<{ url: string | null }>('/auth/single-sign-on', { body })
export const showAppCode = (code: string) => post('/auth/two-factor/verify-totp', { body: { code } })
export const showRecoveryCode = (code: string) => post('/auth/two-factor/verify-backup-code', { body: { code } })
export const signOut = () => post('/auth/sign-out', { body: {} })

type Installation = {
  hasAccounts: boolean
  /**
   * Null after the first account exists. Before that, `token` means that the browser needs the token that the service
   * printed.
   */
  firstAccount: 'open' | 'token' | null
  signUp: boolean
  affiliateCode: string | null
  passkeyDomain: string | null
}

export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: ({ signal }) => get<Installation>('/auth/installation', { signal }),
  staleTime: 5_000,
})

export type OpenInvitation = {
  organization: string
  invitedBy: string | null
  email: string
  role: Role
  expiresAt: string
  hasAccount: boolean
}

const invitationPath = (token: string) => `/auth/invitations/${encodeURIComponent(token)}`

export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => get<OpenInvitation>(invitationPath(token), { signal }),
    retry: false,
  })

export const acceptInvitation = (token: string, body: { name?: string; password: string }) =>
  post<{ email: string; organizationId: string; twoFactorRedirect?: boolean; twoFactorMethods?: string[] }>(
    `${invitationPath(token)}/accept`,
    { body },
  )

export const requestReset = (email: string) => post('/auth/request-password-reset', { body: { email } })

export const resetQuery = (token: string) =>
  queryOptions({
    queryKey: ['password-reset', token],
    queryFn: ({ signal }) =>
      get<{ email: string; expiresAt: string }>(`/auth/reset-password/${encodeURIComponent(token)}`, { signal }),
    retry: false,
  })

export const resetPassword = (token: string, newPassword: string) =>
  post<{ email: string }>('/auth/reset-password', { body: { token, newPassword } })

export const changePassword = (body: { currentPassword: string; newPassword: string }) =>
  post('/auth/change-password', { body })

export const rename = (name: string) => patch<{ name: string }>('/account/profile', { body: { name } })

export type OwnSession = {
  id: string
  current: boolean
  createdAt: string
  lastUsedAt: string
  expiresAt: string
  address: string | null
  userAgent: string | null
}

export const ownSessionsQuery = infiniteQueryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ pageParam, signal }) =>
    get<Page<OwnSession>>('/account/sessions', { query: { limit: 50, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
})

export const endSession = (id: string) => remove(`/account/sessions/${id}`)
export const endAllSessions = () => remove<{ ended: number }>('/account/sessions')

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: ({ signal }) => get<{ enabled: boolean; recoveryCodesLeft: number }>('/auth/two-factor', { signal }),
})

type RecoveryCodes = { backupCodes: string[] }

export const enableTwoFactor = (password: string) =>
  post<RecoveryCodes & { totpURI: string; secret: string }>('/auth/two-factor/enable', { body: { password } })
export const renewRecoveryCodes = (password: string) =>
  post<RecoveryCodes>('/auth/two-factor/generate-backup-codes', { body: { password } })
export const disableTwoFactor = (password: string) => post('/auth/two-factor/disable', { body: { password } })
