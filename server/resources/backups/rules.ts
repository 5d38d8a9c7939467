// What an archive is made of. Pure. The format belongs to its readers: what is added is new files and new fields, and what changes
// the meaning of those there are raises the version.
import type { ArchivedTable } from '#platform/areas/archive.ts'

export const archiveFormat = 'evident-archive'
export const schemaVersion = 1

export const manifestPath = 'manifest.json'
export const dataPath = (area: string): string => `data/${area}.jsonl`
/** By its content, so that a picture which many rows show is there once. */
export const mediaPath = (sha256: string, key: string): string => `media/${sha256}${key.slice(key.lastIndexOf('.'))}`

/** `store_env_id` says nothing inside an archive of one store; a restored one has another. */
export const leftBehind = (
  { without = [], made = {}, addresses = [] }: ArchivedTable,
  withAddresses: boolean,
): string[] => ['store_env_id', ...without, ...Object.keys(made), ...(withAddresses ? [] : addresses)]

/** A line of a data file: `row` is the JSON text of the row, as the database wrote it. */
export const dataLine = (table: string, row: string): string => `{"table":"${table}","row":${row}}\n`

/** A file of the archive, as its manifest lists it. `keys`: where rows say that the picture is. */
export type ArchivedFile = { path: string; bytes: number; sha256: string; keys?: string[] }

export type Manifest = {
  format: typeof archiveFormat
  schemaVersion: number
  createdAt: string
  /** Whether e-mail addresses are in it, which keys do not get. */
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

/** Of any name that a store can have, one that every file system takes. */
export const archiveName = (store: string, at: Date): string => {
  const plain = store
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
  return `evident-${plain || 'store'}-${at.toISOString().slice(0, 10)}.zip`
}
