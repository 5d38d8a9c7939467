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

/** Faults of a connection string, as English log messages. No message repeats the string, because it contains secrets. */
export const faults = {
  foreign: 'it does not begin with "evc1_". Copy the whole line.',
  newer: 'it was made for a newer version of this plugin. Update the plugin.',
  cutOff: 'it is cut off. Copy the whole line.',
  altered: 'it was cut off or altered. Copy the whole line again.',
  incomplete: 'it is incomplete. Make a new one in Evident.',
}
export type Fault = keyof typeof faults

export type ReadConnection = { connection: Connection } | { fault: Fault }

const fields = ['origin', 'storeEnvId', 'connectionId', 'key', 'toEvident', 'toShop', 'page'] as const

export function readConnection(text: string): ReadConnection {
  const typed = text.trim()
  const version = /^evc(\d+)_/.exec(typed)?.[1]
  if (version === undefined) return { fault: 'foreign' }
  if (version !== '1') return { fault: 'newer' }
  const parts = /^evc1_([A-Za-z0-9_-]+)_([0-9a-f]{8})$/.exec(typed)
  if (!parts) return { fault: 'cutOff' }
  const [, payload = '', digest] = parts
  if (createHash('sha256').update(payload).digest('hex').slice(0, 8) !== digest) return { fault: 'altered' }
  const read = parse(payload)
  if (read?.v !== 1) return { fault: 'newer' }
  if (fields.some((name) => typeof read[name] !== 'string' || read[name] === '')) return { fault: 'incomplete' }
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
