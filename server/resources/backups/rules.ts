// Programs that read archives depend on the format. Additions are new files and fields. A change of meaning raises the
// version.
import type { ArchivedTable } from '#platform/areas/archive.ts'

export const archiveFormat = 'evident-archive'
export const schemaVersion = 1

export const manifestPath = 'manifest.json'
export const dataPath = (area: string): string => `data/${area}.jsonl`
/** The name derives from the content, so that a picture in many rows is stored once. */
export const mediaPath = (sha256: string, key: string): string => `media/${sha256}${key.slice(key.lastIndexOf('.'))}`

/**
 * Lists columns that are not archived. `store_env_id` is constant within an archive of one store, and changes with a
 * restore.
 */
export const leftBehind = (
  { without = [], made = {}, addresses = [] }: ArchivedTable,
  withAddresses: boolean,
): string[] => ['store_env_id', ...without, ...Object.keys(made), ...(withAddresses ? [] : addresses)]

export const dataLine = (table: string, row: string): string => `{"table":"${table}","row":${row}}\n`

/** A file of the archive, as its manifest lists it. `keys`: storage keys by which rows name the picture. */
export type ArchivedFile = { path: string; bytes: number; sha256: string; keys?: string[] }

export type Manifest = {
  format: typeof archiveFormat
  schemaVersion: number
  createdAt: string
  /** False for archives made by API keys, which contain no e-mail addresses. */
  addresses: boolean
  store: ArchivedStore
  files: readonly ArchivedFile[]
}

export type ArchivedStore = {
  id: string
  name: string
  origins: readonly string[]
  timezone: string
  currency: string
  createdAt: string
}

export const archiveName = (store: string, at: Date): string => {
  const plain = store
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return `evident-${plain || 'store'}-${at.toISOString().slice(0, 10)}.zip`
}
