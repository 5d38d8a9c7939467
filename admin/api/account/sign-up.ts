import { queryOptions } from '@tanstack/react-query'
import type { Static } from 'typebox'
import type {
  OpenSignUp as OpenSignUpShape,
  SignedUp as SignedUpShape,
  SignUpAccepted,
  SignUpConfirmation as SignUpConfirmationShape,
  SignUp as SignUpShape,
} from '../../../server/resources/orgs/sign-up/schema.ts'
import { get, post } from '../client.ts'

export type SignUp = Static<typeof SignUpShape>
export type OpenSignUp = Static<typeof OpenSignUpShape>
export type SignUpConfirmation = Static<typeof SignUpConfirmationShape>
export type SignedUp = Static<typeof SignedUpShape>

export const signUp = (body: SignUp) => post<Static<typeof SignUpAccepted>>('/auth/sign-up', { body })

const buildPath = (token: string) => `/auth/sign-up/${encodeURIComponent(token)}`

export const signUpQuery = (token: string) =>
  queryOptions({
    queryKey: ['sign-up', token],
    queryFn: ({ signal }) => get<OpenSignUp>(buildPath(token), { signal }),
    retry: false,
    // The service refuses a link that was already used, so the page must never refetch.
    staleTime: Number.POSITIVE_INFINITY,
  })

export const confirmSignUp = (token: string, body: SignUpConfirmation) => post<SignedUp>(buildPath(token), { body })
