// The token key is stored in the database, encrypted with SECRET_KEY. Mailed links, hashes of suppressed addresses and
// storefront secrets therefore survive a rotation.
import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { createSecrets, legacyTokenKey } from '../../process/secrets.ts'

const context = 'token key'

/** Creates a missing key. Undefined when this SECRET_KEY cannot decrypt the existing one. */
export async function ensureTokenKey(owner: Client, secretKey: string): Promise<Buffer | undefined> {
  const secrets = createSecrets(secretKey)
  const sealed = (await find(owner)) ?? (await insert(owner, secrets.seal(await firstKey(owner, secretKey), context)))
  try {
    return Buffer.from(secrets.open(sealed, context), 'base64url')
  } catch {
    return undefined
  }
}

/** Encrypts the token key with the new SECRET_KEY, unless that is already done. Throws if neither key decrypts it. */
export async function resealTokenKey(owner: Client, from: string, to: string): Promise<Buffer> {
  const key = await ensureTokenKey(owner, from)
  if (!key) {
    const already = await ensureTokenKey(owner, to)
    if (already) return already
    throw new Error("Neither the old nor the new secret key decrypts this database's keys. Check both.")
  }
  const sealed = createSecrets(to).seal(key.toString('base64url'), context)
  await owner.query('update app.token_key set sealed = $1', [sealed])
  return key
}

/** A database in use gets the key from which its earlier tokens derive, so that these tokens stay valid. */
async function firstKey(owner: Client, secretKey: string): Promise<string> {
  const { rowCount } = await owner.query('select from organizations limit 1')
  return (rowCount ? legacyTokenKey(secretKey) : randomBytes(32)).toString('base64url')
}

async function find(owner: Client): Promise<Buffer | undefined> {
  const { rows } = await owner.query<{ sealed: Buffer }>('select sealed from app.token_key')
  return rows[0]?.sealed
}

async function insert(owner: Client, sealed: Buffer): Promise<Buffer> {
  await owner.query('insert into app.token_key (sealed) values ($1) on conflict do nothing', [sealed])
  return (await find(owner)) ?? sealed
}
