// Creating a key occupies a core for a fifth of a second, so it runs off the event loop and outside transactions.
import { generateKeyPair, randomInt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Secrets } from '#platform/process/secrets.ts'

/** Receivers require 2048 bits, and no larger key fits into a DNS answer over UDP. */
const bits = 2048

export type NewKey = { selector: string; publicKey: string; privateKey: string }

export async function makeKey(): Promise<NewKey> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { selector: newSelector(), publicKey: publicKey.toString('base64'), privateKey }
}

export const dkimValue = (publicKey: string) => `v=DKIM1; k=rsa; p=${publicKey}`

/** Binds an encrypted key to its row. */
export const keyContext = (storeEnvId: string, keyId: string) => `sending key ${storeEnvId}/${keyId}`

// Decrypted keys of each service, by store and key id. A rotated key has another id, so no entry becomes outdated.
const openedBy = new WeakMap<Secrets, Map<string, string>>()
const maxOpened = 500

function findOpenedKeys(secrets: Secrets): Map<string, string> {
  const opened = openedBy.get(secrets) ?? new Map<string, string>()
  openedBy.set(secrets, opened)
  return opened
}

/** Decrypts each key once per service. Undefined if the key was encrypted under another SECRET_KEY. */
export function openKey(secrets: Secrets, storeEnvId: string, keyId: string, sealed: Buffer): string | undefined {
  const context = keyContext(storeEnvId, keyId)
  const opened = findOpenedKeys(secrets)
  const known = opened.get(context)
  if (known !== undefined) return known
  try {
    const key = secrets.open(sealed, context)
    if (opened.size >= maxOpened) opened.delete(opened.keys().next().value ?? '')
    opened.set(context, key)
    return key
  } catch {
    return undefined
  }
}

/** The selector is unique, so a lookup never finds an old key under it. */
const newSelector = () =>
  `ev-${Array.from({ length: 10 }, () => 'abcdefghijkmnpqrstuvwxyz23456789'.charAt(randomInt(32))).join('')}`
