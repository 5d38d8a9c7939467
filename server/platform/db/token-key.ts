// The key behind `tokenFor`. It is a row of the database, sealed with SECRET_KEY, so that links in mails that were sent, hashes
// of suppressed addresses and storefront secrets outlive a rotation of SECRET_KEY.
import { randomBytes } from 'node:crypto'
import type { Client } from 'pg'
import { createSecrets, legacyTokenKey } from '../process/secrets.ts'

const context = 'token key'

/** Makes the key when there is none. Undefined when it does not open with this SECRET_KEY. */
export async function ensureTokenKey(owner: Client, secretKey: string): Promise<Buffer | undefined> {
  const secrets = createSecrets(secretKey)
  const sealed = (await find(owner)) ?? (await insert(owner, secrets.seal(await firstKey(owner, secretKey), context)))
  try {
    return Buffer.from(secrets.open(sealed, context), 'base64url')
  } catch {
    return undefined
  }
}

/** Seals it anew; one that is sealed with the new key already is left. Throws when it opens with neither. */
export async function resealTokenKey(owner: Client, from: string, to: string): Promise<Buffer> {
  const key = await ensureTokenKey(owner, from)
  if (!key) {
    const already = await ensureTokenKey(owner, to)
    if (already) return already
    throw new Error('Neither the old nor the new secret key is the one that this database is sealed with.')
  }
  const sealed = createSecrets(to).seal(key.toString('base64url'), context)
  await owner.query('update app.token_key set sealed = $1', [sealed])
  return key
}

/** A database that is in use already has given out what its SECRET_KEY made. */
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
