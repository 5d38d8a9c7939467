import { queryOptions } from '@tanstack/react-query'
import { get, post } from './client.ts'

export type Session = { user: { id: string; email: string; name: string } }

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => get<Session | null>('/auth/get-session', { signal }),
  staleTime: 60_000,
})

export const signIn = (body: { email: string; password: string }) => post('/auth/sign-in/email', { body })
export const signOut = () => post('/auth/sign-out', { body: {} })

export const acceptInvitation = (token: string, body: { name: string; password: string }) =>
  post<{ email: string; organizationId: string }>(`/auth/invitations/${encodeURIComponent(token)}/accept`, { body })
