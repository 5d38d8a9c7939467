// We require user verification (a PIN, finger or face) on our own, unframed page, and accept any device maker.
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { challengeMs } from './challenges.ts'

export type GivenAssertion = {
  id: string
  rawId: string
  type: string
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string | null }
}
export type GivenAttestation = {
  id: string
  rawId: string
  type: string
  response: { clientDataJSON: string; attestationObject: string; transports?: string[] }
}
export type PublicKey = { credentialId: string; publicKey: Uint8Array; counter: number; transports: string[] }
type Holder = { id: string; email: string; name: string }

// The library is loaded with the first passkey, because most of it parses certificates.
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** Ed25519, ECDSA with P-256, RSA: the algorithms of real authenticators. */
const algorithms = [-8, -7, -257]

export type Place = { domain: string; origins: readonly string[] }

/** Passkeys need a host name. Browsers bind no passkey to a bare IP address. */
export function choosePlace(origins: readonly string[], own: string): Place | undefined {
  const { hostname } = new URL(own)
  if (hostname.startsWith('[') || /^[\d.]+$/.test(hostname)) return undefined
  return { domain: hostname, origins: origins.filter((origin) => new URL(origin).hostname === hostname) }
}

/**
 * Returns the unverified challenge in the page's response. Undefined if it cannot be parsed, or if another origin framed
 * the page.
 */
export async function challengeIn({ response: { clientDataJSON } }: GivenAssertion | GivenAttestation) {
  const { decodeClientDataJSON } = await helpers()
  try {
    const { challenge, crossOrigin } = decodeClientDataJSON(clientDataJSON)
    return typeof challenge === 'string' && !crossOrigin ? challenge : undefined
  } catch {
    return undefined
  }
}

export function registrationOptions(
  { domain }: Place,
  person: Holder,
  { challenge, known }: { challenge: Buffer; known: Pick<PublicKey, 'credentialId' | 'transports'>[] },
) {
  const type = 'public-key'
  return {
    challenge: challenge.toString('base64url'),
    rp: { id: domain, name: 'Evident' },
    user: { id: Buffer.from(person.id).toString('base64url'), name: person.email, displayName: person.name },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type })),
    timeout: challengeMs,
    attestation: 'none',
    excludeCredentials: known.map(({ credentialId, transports }) => ({ id: credentialId, type, transports })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

export const signInOptions = ({ domain }: Place, challenge: Buffer) => ({
  challenge: challenge.toString('base64url'),
  rpId: domain,
  timeout: challengeMs,
  userVerification: 'required',
})

/** Throws or returns undefined for an invalid attestation. The challenge is already consumed. */
export async function readRegistration({ domain, origins }: Place, given: GivenAttestation, challenge: string) {
  const { verifyRegistrationResponse } = await library()
  if (!(await isOfNobody(given.response.attestationObject))) return undefined
  const { id, rawId, type, response } = given
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { id, rawId, type, response, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: domain,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  })
  if (!verified) return undefined
  const { credential, credentialBackedUp } = registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: response.transports ?? [],
    backedUp: credentialBackedUp,
  }
}

/** Refuses certificates, because they name revocation URLs that the library would fetch. */
async function isOfNobody(attestation: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await helpers()
  const read = decodeAttestationObject(isoBase64URL.toBuffer(attestation))
  const format = read.get('fmt')
  return format === 'none' || (format === 'packed' && read.get('attStmt').get('x5c') === undefined)
}

export async function readAssertion(
  { domain, origins }: Place,
  { id, rawId, type, response }: GivenAssertion,
  challenge: string,
  { credentialId, publicKey, counter }: PublicKey,
): Promise<{ counter: number; backedUp: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await library()
  const { userHandle, ...signed } = response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId, type, response: signed, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: [...origins],
    expectedRPID: domain,
    credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
    requireUserVerification: true,
  })
  if (!verified) return undefined
  return { counter: authenticationInfo.newCounter, backedUp: authenticationInfo.credentialBackedUp }
}
