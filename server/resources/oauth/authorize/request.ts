// Errors in the client or redirect address are shown to the person, because we must not redirect to an unregistered
// address.

import type { Texts } from '#locales/texts.ts'
import type { Services } from '#platform/calls/services.ts'
import type { CrossDb } from '#platform/db/db.ts'
import { type Client, DocumentProblem, findClient } from '../clients.ts'
import {
  areasAsked,
  isChallenge,
  isOwnResource,
  isRegisteredUri,
  type OpenArea,
  readScopes,
  withAnswer,
} from '../rules.ts'

export type NoteName = keyof Texts<'program-consent'>['notes']

export type AuthorizationRequest = {
  client: Client
  redirectUri: string
  state: string | undefined
  challenge: string
  scopes: string[]
}

export type ReadRequest =
  | { note: NoteName; reason?: string }
  | { client: Client; request: AuthorizationRequest }
  | { client: Client; answer: string }

export type Scopes = { known: readonly string[]; open: readonly OpenArea[] }

export const longestQuery = 8_000
const longestState = 2_000

export async function readRequest(
  { db, services }: { db: CrossDb; services: Services },
  query: URLSearchParams,
  { known, open }: Scopes,
): Promise<ReadRequest> {
  const one = (name: string) => {
    const [value, ...more] = query.getAll(name)
    return more.length > 0 || value === '' ? undefined : value
  }
  const clientId = one('client_id')
  const redirectUri = one('redirect_uri')
  if (clientId === undefined) return { note: 'badRequest' }
  let client: Client | undefined
  try {
    client = await findClient(db, services, clientId)
  } catch (error) {
    if (error instanceof DocumentProblem) return { note: 'badDocument', reason: error.message }
    throw error
  }
  if (!client) return { note: 'unknownClient' }
  if (redirectUri === undefined || !isRegisteredUri(redirectUri, client.redirectUris)) return { note: 'badRedirect' }
  const state = one('state')
  const asking = client
  const refuse = (error: string, error_description: string) => ({
    client: asking,
    answer: withAnswer(redirectUri, {
      ...{ error, error_description },
      state: state !== undefined && state.length <= longestState ? state : undefined,
      iss: services.origin,
    }),
  })
  const twice = [...new Set(query.keys())].find((name) => name !== 'resource' && query.getAll(name).length > 1)
  if (twice !== undefined) return refuse('invalid_request', 'A parameter was sent more than once. Send each once.')
  if (state !== undefined && state.length > longestState) return refuse('invalid_request', 'state is too long.')
  if (query.has('request') || query.has('request_uri'))
    return refuse('request_not_supported', 'Request objects are not supported. Send the parameters themselves.')
  const responseType = one('response_type')
  if (responseType !== 'code')
    return responseType === undefined
      ? refuse('invalid_request', 'response_type is missing.')
      : refuse('unsupported_response_type', 'Unsupported response_type. Use code.')
  if ((one('response_mode') ?? 'query') !== 'query')
    return refuse('invalid_request', 'Unsupported response_mode. Use query.')
  const challenge = one('code_challenge')
  if (one('code_challenge_method') !== 'S256' || !isChallenge(challenge))
    return refuse('invalid_request', 'PKCE is required. Send code_challenge with code_challenge_method=S256.')
  const scopes = readScopes(one('scope'), known)
  if (!scopes) return refuse('invalid_scope', 'A scope is unknown.')
  if (areasAsked(scopes, open).length === 0)
    return refuse('invalid_scope', 'None of the requested scopes can be granted to an app.')
  if (query.getAll('resource').some((each) => !isOwnResource(each, services.origin)))
    return refuse('invalid_target', `Unknown resource. The only resource here is ${services.origin}.`)
  return { client, request: { client, redirectUri, state, challenge, scopes } }
}
