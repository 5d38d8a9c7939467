// Signing key of the heads. All stores of the installation share it, it is stored sealed, and the installation's operator
// rotates it.
import { randomBytes } from 'node:crypto'
import type { SealedColumn } from '#platform/areas/sealed-columns.ts'
import type { CrossDb, StoreReads, StoreTx, SystemTx } from '#platform/db/db.ts'
import type { Secrets } from '#platform/process/secrets.ts'
import { newId } from '#platform/values/ids.ts'
import { decodePrivateKey, encodePublicKey, signNote } from '../note-rules.ts'
import * as store from './key-store.ts'

const contextOf = (_owner: string, id: string) => `evidence key ${id}`

export const sealedKey: SealedColumn = { table: 'evidence_keys', column: 'seed', of: 'service', contextOf }

export async function ensureKey(db: Pick<CrossDb, 'system'>, secrets: Secrets): Promise<void> {
  if (await db.system('read', store.findCurrent)) return
  await db.system('write', (tx) => insertKey(tx, secrets))
}

/** Signs new heads with another key. Earlier heads remain valid with the key that signed them. */
export async function rotateKey(db: Pick<CrossDb, 'system'>, secrets: Secrets): Promise<string> {
  return db.system('write', async (tx) => {
    await store.updateEnded(tx)
    return insertKey(tx, secrets)
  })
}

async function insertKey(tx: SystemTx, secrets: Secrets): Promise<string> {
  const key = makeKey(tx.now, secrets)
  await store.insert(tx, key)
  return key.publicKey.toString('base64')
}

/** Creates the first key inside a store's transaction, because the store's archive may be signed before any job has run. */
export async function ensureKeyIn(tx: StoreTx, secrets: Secrets): Promise<void> {
  if (!(await store.findCurrent(tx))) await store.insertFirst(tx, makeKey(tx.now, secrets))
}

function makeKey(now: Date, secrets: Secrets) {
  const id = newId(now.getTime())
  const seed = randomBytes(32)
  const publicKey = encodePublicKey(decodePrivateKey(seed))
  return { id, publicKey, seed: secrets.seal(seed.toString('base64'), contextOf('', id)) }
}

export type Sign = (text: string, name: string) => string

export async function readSigner(tx: StoreReads, secrets: Secrets): Promise<Sign> {
  const key = await store.findCurrent(tx)
  if (!key) throw new Error('There is no signing key yet.')
  const seed = Buffer.from(secrets.open(key.seed, contextOf('', key.id)), 'base64')
  return (text, name) => signNote(text, name, seed)
}

const toPublic = ({ publicKey, from, until }: store.PublicKey) => ({
  publicKey: publicKey.toString('base64'),
  from,
  until,
})

export async function listKeys(db: Pick<CrossDb, 'ask' | 'system'>, secrets: Secrets) {
  const keys = await store.listPublic(db)
  if (keys.length > 0) return keys.map(toPublic)
  await ensureKey(db, secrets)
  return (await store.listPublic(db)).map(toPublic)
}
export const listKeysIn = async (tx: StoreReads) => (await store.listPublicIn(tx)).map(toPublic)

const mostTrustedKeys = 100
const longestName = 80

export type TrustedKey = { publicKey: string; name: string; addedAt: string }

/** Reads a public key in the format of `/evidence/keys`. Undefined for any other text. */
export function readPublicKey(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === 32 && bytes.toString('base64') === text ? bytes : undefined
}

export const listTrustedKeys = (db: Pick<CrossDb, 'system'>): Promise<TrustedKey[]> =>
  db.system('read', async (tx) =>
    (await store.listTrusted(tx)).map(({ publicKey, ...rest }) => ({
      publicKey: publicKey.toString('base64'),
      ...rest,
    })),
  )

/**
 * Returns the reason why a key cannot be trusted, or undefined if the key is now trusted. A key that is already trusted
 * retains its name.
 */
export async function trustKey(
  db: Pick<CrossDb, 'system'>,
  publicKey: Buffer,
  name: string,
): Promise<string | undefined> {
  if (name === '' || name.length > longestName || /\p{Cc}/u.test(name))
    return `A name has 1 to ${longestName} characters, and no control characters.`
  return db.system('write', async (tx) => {
    if ((await store.countTrusted(tx)) >= mostTrustedKeys)
      return `At most ${mostTrustedKeys} keys can be trusted. Remove one first.`
    await store.insertTrusted(tx, publicKey, name)
    return undefined
  })
}

export const deleteTrustedKey = (db: Pick<CrossDb, 'system'>, publicKey: Buffer): Promise<boolean> =>
  db.system('write', async (tx) => (await store.deleteTrusted(tx, publicKey)) > 0)
