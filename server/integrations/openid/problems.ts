// The messages never quote a response of the provider.
import { GuardedFetchError } from '#platform/guarded-fetch/errors.ts'

const messages = {
  no_issuer: 'must be an https address without query, such as https://login.example.com',
  is_document: 'must be the issuer itself, without /.well-known/openid-configuration',
  issuer_differs:
    'differs from the issuer in the discovery document. Enter the address of your own tenant exactly as the provider shows it',
  endpoint: 'has a discovery document without a valid authorization, token or keys endpoint',
  algorithms: 'supports no signature algorithm with a public key, such as RS256',
  unreachable: 'could not be reached, or did not answer in time',
  refused_address: 'resolves to an address that is not allowed',
  too_large: 'sent an answer that is too large',
  redirect: 'answered with a redirect. Enter the target address',
  no_discovery: 'has no discovery document: /.well-known/openid-configuration did not return 200',
  no_json: 'did not answer with JSON. Enter the issuer, not the sign-in page',
  client_refused: 'did not accept the client id and secret, or the code',
  denied: 'did not sign the person in',
  token: 'sent an invalid token',
  no_identity: 'sent no identity',
} as const

export type ProviderProblemCode = keyof typeof messages

export class ProviderProblem extends Error {
  override readonly name = 'ProviderProblem'
  readonly code: ProviderProblemCode
  readonly found: string | undefined
  constructor(code: ProviderProblemCode, found?: string, cause?: unknown) {
    super(messages[code], { cause })
    this.code = code
    this.found = found?.slice(0, 300)
  }
}

type Stage = 'discovery' | 'redeeming'

export function asProblem(error: unknown, stage: Stage): ProviderProblem {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof ProviderProblem) return each
    if (each instanceof GuardedFetchError)
      return new ProviderProblem(each.code === 'address_refused' ? 'refused_address' : 'unreachable', each.code, error)
  }
  const { name, code = '', message } = error as Error & { code?: string }
  return new ProviderProblem(chooseCode(name, String(code), stage), `${name} ${code}: ${message}`, error)
}

function chooseCode(name: string, code: string, stage: Stage): ProviderProblemCode {
  if (name === 'AuthorizationResponseError') return 'denied'
  if (name === 'ResponseBodyError' || name === 'WWWAuthenticateChallengeError') return 'client_refused'
  if (code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') return 'unreachable'
  if (code === 'OAUTH_RESPONSE_IS_NOT_JSON' || code === 'OAUTH_PARSE_ERROR') return 'no_json'
  if (stage === 'redeeming') return code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' ? 'client_refused' : 'token'
  return code === 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED' ? 'issuer_differs' : 'no_discovery'
}
