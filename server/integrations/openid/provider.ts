// The guarded client limits size, time and address, and follows no redirect. The library leaves two checks to us: the exact
// issuer, and asymmetric signatures by the provider's own key.
import type { Configuration } from 'openid-client'
import type { GuardedFetch } from '#platform/guarded-fetch/guarded-fetch.ts'
import { judgeSignedTime } from '#platform/values/signed-time.ts'
import { asProblem, ProviderProblem } from './problems.ts'

export type ProviderClient = { issuer: string; clientId: string; clientSecret: string }

export type Reach = {
  fetch: GuardedFetch
  /** Also allows plain http, for a provider on a development machine. */
  allowHttp: boolean
}

export type Claims = {
  issuer: string
  subject: string
  email: string | undefined
  /** Undefined if the provider does not send `email_verified`. */
  emailVerified: boolean | undefined
  name: string | undefined
  multiFactor: boolean
}

export type Provider = {
  issuer: string
  authorizationUrl(request: {
    redirectUri: string
    state: string
    nonce: string
    verifier: string
    email?: string
  }): Promise<URL>
  redeem(callback: URL, expected: { state: string; nonce: string; verifier: string }): Promise<Claims>
}

const timeoutSeconds = 8
/** Enough for the longest known discovery documents and key sets. */
const maxBytes = 256 * 1024
/** Allowed difference between the provider's clock and ours. */
const toleranceSeconds = 30

/** Only signatures by the provider's private key. `none` and signatures by a secret that the client knows are refused. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

export async function discover(reach: Reach, client: ProviderClient): Promise<Provider> {
  const library = await import('openid-client')
  const server = issuerUrl(client.issuer, reach)
  const customFetch = guarded(reach.fetch)
  const options = {
    [library.customFetch]: customFetch,
    timeout: timeoutSeconds,
    ...(reach.allowHttp && { execute: [library.allowInsecureRequests] }),
  }
  const found = await library.discovery(server, client.clientId, undefined, undefined, options).catch((error) => {
    throw asProblem(error, 'discovery')
  })
  const metadata = found.serverMetadata()
  // For Microsoft's Entra ID and B2C the library accepts an issuer other than the requested one, so we compare it here.
  if (new URL(metadata.issuer).href !== server.href) throw new ProviderProblem('issuer_differs', metadata.issuer)
  requireEndpoints(metadata, reach)
  const offered = metadata.id_token_signing_alg_values_supported ?? ['RS256']
  const accepted = algorithms.filter((each) => offered.includes(each))
  if (accepted.length === 0) throw new ProviderProblem('algorithms', offered.join(', '))
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const authentication = methods.includes('client_secret_basic')
    ? library.ClientSecretBasic(client.clientSecret)
    : library.ClientSecretPost(client.clientSecret)
  const { supportsPKCE: _, ...plain } = metadata
  const configuration = new library.Configuration(
    { ...plain, id_token_signing_alg_values_supported: accepted },
    client.clientId,
    { client_secret: client.clientSecret, [library.clockTolerance]: toleranceSeconds },
    authentication,
  )
  configuration[library.customFetch] = customFetch
  configuration.timeout = timeoutSeconds
  if (reach.allowHttp) library.allowInsecureRequests(configuration)
  // Without this the library trusts the connection and checks no signature.
  library.enableNonRepudiationChecks(configuration)
  return {
    issuer: metadata.issuer,
    async authorizationUrl({ redirectUri, state, nonce, verifier, email }) {
      return library.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        ...{ state, nonce },
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        ...(email && { login_hint: email }),
      })
    },
    redeem: (callback, expected) =>
      redeem(configuration, callback, expected).catch((error) => {
        throw asProblem(error, 'redeeming')
      }),
  }
}

async function redeem(
  configuration: Configuration,
  callback: URL,
  { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
): Promise<Claims> {
  const library = await import('openid-client')
  const tokens = await library.authorizationCodeGrant(configuration, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  })
  const signed = tokens.claims()
  if (!signed) throw new ProviderProblem('no_identity')
  // The library compares `exp` and `nbf` with the clock, and leaves `iat` and `auth_time` to its caller.
  for (const claim of ['iat', 'auth_time'] as const) {
    const seconds = signed[claim]
    if (typeof seconds === 'number' && isAhead(seconds)) throw new ProviderProblem('token', `${claim} ${seconds}`)
  }
  // Some providers send the email address only in response to a userinfo request.
  const hasEmail = typeof signed.email === 'string'
  const asked =
    !hasEmail && configuration.serverMetadata().userinfo_endpoint
      ? await library.fetchUserInfo(configuration, tokens.access_token, signed.sub)
      : undefined
  const said: Record<string, unknown> = asked ?? signed
  return {
    issuer: signed.iss,
    subject: signed.sub,
    email: readText(said.email),
    emailVerified: readVerified(said.email_verified),
    name: readText(said.name) ?? readText(signed.name),
    multiFactor: Array.isArray(signed.amr) && signed.amr.includes('mfa'),
  }
}

/** Uses the system's clock, like the library. */
const isAhead = (seconds: number) =>
  judgeSignedTime(seconds * 1000, new Date(), { aheadMs: toleranceSeconds * 1000 }) === 'ahead'

const readText = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)

/** Some providers send the text "true", not the boolean. Other values are unverified; a missing one is undefined. */
const readVerified = (value: unknown) => (value === undefined ? undefined : value === true || value === 'true')

function issuerUrl(issuer: string, reach: Reach): URL {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isPlain = url && url.search === '' && url.hash === '' && url.username === '' && url.password === ''
  if (!isPlain || !isAllowed(url, reach)) throw new ProviderProblem('no_issuer')
  if (url.pathname.includes('/.well-known/')) throw new ProviderProblem('is_document')
  return url
}

/** The browser is sent to one of these endpoints and the secret to another, so each must be a web address. */
function requireEndpoints(metadata: ReturnType<Configuration['serverMetadata']>, reach: Reach): void {
  for (const name of ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const) {
    const given = metadata[name]
    const url = given !== undefined && URL.canParse(given) ? new URL(given) : undefined
    if (!url || !isAllowed(url, reach)) throw new ProviderProblem('endpoint', name)
  }
}

const isAllowed = ({ protocol }: URL, { allowHttp }: Reach) =>
  protocol === 'https:' || (allowHttp && protocol === 'http:')

type ProviderRequest = { method: string; headers: Record<string, string>; body?: unknown }

const guarded =
  (fetch: GuardedFetch) =>
  async (url: string, { method, headers, body }: ProviderRequest): Promise<Response> => {
    const answer = await fetch(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body !== undefined && body !== null && { body: String(body) }),
      timeoutMs: timeoutSeconds * 1000,
      maxBytes,
    })
    if (answer.truncated) throw new ProviderProblem('too_large')
    if (answer.status >= 300 && answer.status < 400) throw new ProviderProblem('redirect')
    const type = answer.headers['content-type'] ?? ''
    const hasBody = answer.status !== 204 && answer.status !== 205
    return new Response(hasBody ? new Uint8Array(answer.body) : null, {
      status: answer.status,
      headers: { 'content-type': type },
    })
  }
