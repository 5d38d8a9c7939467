import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { infiniteQueryOptions, useQuery } from '@tanstack/react-query'
import { get, type Page, patch, post } from '../client.ts'
import { installationQuery } from './session.ts'

export type Passkey = { id: string; name: string; backedUp: boolean; createdAt: string; lastUsedAt: string | null }

export const passkeysQuery = infiniteQueryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ pageParam, signal }) =>
    get<Page<Passkey>>('/auth/passkeys', { query: { limit: 100, cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.pagination.nextCursor ?? undefined,
})

/** Loads the library on the first use of a passkey, so that the sign-in page appears sooner. */
const loadLibrary = () => import('@simplewebauthn/browser')

type Creation = { publicKey: PublicKeyCredentialCreationOptionsJSON }
type Request = { publicKey: PublicKeyCredentialRequestOptionsJSON }

export async function addPasskey(password: string, name: string): Promise<Passkey> {
  const { publicKey } = await post<Creation>('/auth/passkeys/options', { body: { password } })
  const { startRegistration } = await loadLibrary()
  const { id, rawId, type, response } = await startRegistration({ optionsJSON: publicKey })
  const { clientDataJSON, attestationObject, transports } = response
  const credential = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
  return post<Passkey>('/auth/passkeys', { body: { name, credential } })
}

export const renamePasskey = (id: string, name: string) => patch<Passkey>(`/auth/passkeys/${id}`, { body: { name } })
export const removePasskey = (id: string, password: string) =>
  post(`/auth/passkeys/${id}/remove`, { body: { password } })

/** `isOffered`: passkeys appear in the field's autofill, and the call waits until the person picks one. */
export async function signInByPasskey({ isOffered = false } = {}): Promise<void> {
  const { publicKey } = await post<Request>('/auth/sign-in/passkey/options')
  const { startAuthentication } = await loadLibrary()
  const credential = await startAuthentication({ optionsJSON: publicKey, useBrowserAutofill: isOffered })
  const { id, rawId, type, response } = credential
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const shown = { clientDataJSON, authenticatorData, signature, userHandle }
  await post('/auth/sign-in/passkey', { body: { credential: { id, rawId, type, response: shown } } })
}

export const cancelSignIn = async (): Promise<void> => (await loadLibrary()).WebAuthnAbortService.cancelCeremony()

/** The reason why passkeys do not work here. Undefined while it is unknown, null when they work. */
export function usePasskeyObstacle(): string | null | undefined {
  const { data: installation } = useQuery(installationQuery)
  if (!installation) return undefined
  const { passkeyDomain } = installation
  if (passkeyDomain === null)
    return 'Passkeys need a domain name, and this service has only an IP address. Ask the operator of the service to set up a domain.'
  if (location.hostname !== passkeyDomain)
    return `Passkeys are bound to the host name ${passkeyDomain}. Open this page there to use them.`
  return 'PublicKeyCredential' in window
    ? null
    : 'This browser does not support passkeys, or the page was opened without https.'
}

export function ceremonyProblem(error: Error): string | undefined {
  const { code } = error as { code?: unknown }
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'This device has a passkey for your account already.'
  if (error.name === 'NotAllowedError' || error.name === 'AbortError')
    return 'The request was cancelled or took too long.'
  // The library's error codes begin in upper case, and the service's own error codes in lower case.
  if (typeof code === 'string' && code.startsWith('ERROR_')) return 'This device cannot do that. Try another one.'
  return undefined
}

export const isCancelled = (error: Error) => error.name === 'NotAllowedError' || error.name === 'AbortError'
