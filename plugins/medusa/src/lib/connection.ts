import { createHash } from 'node:crypto'

export type Connection = {
  v: 1
  origin: string
  storeEnvId: string
  connectionId: string
  key: string
  toEvident: string
  toShop: string
  page: string
}

export type ReadConnection = { connection: Connection } | { refusal: string }

const fields = ['origin', 'storeEnvId', 'connectionId', 'key', 'toEvident', 'toShop', 'page'] as const

/** The message says what is wrong. It never repeats the string, because the string contains secrets. */
export function readConnection(text: string): ReadConnection {
  const typed = text.trim()
  const version = /^evc(\d+)_/.exec(typed)?.[1]
  if (version === undefined) return { refusal: 'it does not begin with "evc1_". Copy the whole line.' }
  if (version !== '1') return { refusal: 'it was made for a newer version of this plugin. Update the plugin.' }
  const parts = /^evc1_([A-Za-z0-9_-]+)_([0-9a-f]{8})$/.exec(typed)
  if (!parts) return { refusal: 'it is cut off. Copy the whole line.' }
  const [, payload = '', digest] = parts
  if (createHash('sha256').update(payload).digest('hex').slice(0, 8) !== digest)
    return { refusal: 'it was cut off or altered. Copy the whole line again.' }
  const read = parse(payload)
  if (read?.v !== 1) return { refusal: 'it was made for a newer version of this plugin. Update the plugin.' }
  if (fields.some((name) => typeof read[name] !== 'string' || read[name] === ''))
    return { refusal: 'it is incomplete. Make a new one in Evident.' }
  return { connection: read as Connection }
}

function parse(payload: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
    return typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
