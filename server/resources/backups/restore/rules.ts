import { createHmac } from 'node:crypto'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { isUuid } from '#platform/values/ids.ts'
import { archiveFormat, dataPath, schemaVersion } from '../rules.ts'
import { ArchiveProblem, invalidArchive } from './problem.ts'

export const most = {
  files: 500_000,
  manifestBytes: 96 * 1024 ** 2,
  lineBytes: 4 * 1024 ** 2,
  pictureBytes: 20 * 1024 ** 2,
}

const Path = Type.String({ minLength: 1, maxLength: 200 })
const Listed = Type.Object({
  path: Path,
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  keys: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 300 }))),
})
const Manifest = Type.Object({
  store: Type.Optional(Type.Unknown()),
  addresses: Type.Optional(Type.Boolean()),
  files: Type.Array(Listed, { maxItems: most.files }),
})
export type ListedFile = Static<typeof Listed>
export type ReadManifest = { hasAddresses: boolean; storeEnvId: string | null; files: readonly ListedFile[] }

const picture = /^media\/([0-9a-f]{64})\.(?:webp|jpg|png)$/

export function readManifest(text: string, areas: readonly string[]): ReadManifest {
  const said = parse(text)
  if (typeof said !== 'object' || said === null || (said as { format?: unknown }).format !== archiveFormat)
    throw invalidArchive(`Not an archive of a store: its manifest does not say "format": "${archiveFormat}".`)
  const { schemaVersion: version } = said as { schemaVersion?: unknown }
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    throw invalidArchive("The manifest lacks the format's version.")
  if (version > schemaVersion)
    throw new ArchiveProblem(
      'archive_too_new',
      `The archive has format version ${version}, but this installation reads only up to ${schemaVersion}. Update the installation.`,
    )
  if (!isManifest.Check(said)) throw invalidArchive("The manifest's list of files is invalid.")
  const { files, addresses = true, store } = said as Static<typeof Manifest>
  const known = new Set(areas.map(dataPath))
  const seen = new Set<string>()
  for (const { path, sha256, bytes } of files) {
    if (seen.has(path)) throw invalidArchive(`The manifest lists ${path} twice.`)
    seen.add(path)
    const [, named] = picture.exec(path) ?? []
    if (named === undefined && !known.has(path))
      throw invalidArchive(`The manifest lists ${path}, which does not belong in an archive.`)
    if (named !== undefined && named !== sha256) throw invalidArchive(`The name of ${path} does not match its content.`)
    if (named !== undefined && bytes > most.pictureBytes) throw invalidArchive(`${path} is too large for a photo.`)
  }
  return { hasAddresses: addresses, storeEnvId: readId(store), files }
}

const isManifest = Compile(Manifest)

/** An archive without its store's id can still be restored. */
function readId(store: unknown): string | null {
  const { id } = (store ?? {}) as { id?: unknown }
  return typeof id === 'string' && isUuid(id) ? id.toLowerCase() : null
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw invalidArchive('The manifest is not valid JSON.', error)
  }
}

export type PackedEntry = { name: string; packedBytes: number; bytes: number; isLink: boolean; isEncrypted: boolean }

/** The highest allowed compression ratio, and the file size from which it is checked. */
const densest = 200
const smallBytes = 1024 ** 2

export function requirePlain({ name, packedBytes, bytes, isLink, isEncrypted }: PackedEntry): void {
  if (name.includes('\\') || name.startsWith('/') || /^[a-z]:/i.test(name) || name.split('/').includes('..'))
    throw invalidArchive('A path in the archive leads outside of it.')
  if (isLink) throw invalidArchive(`${name} is a link.`)
  if (isEncrypted) throw invalidArchive(`${name} is encrypted in the ZIP itself.`)
  if (isDense(packedBytes, bytes)) throw invalidArchive(`${name} unpacks to more than ${densest} times its size.`)
}

export const isDense = (packedBytes: number, bytes: number): boolean =>
  bytes > smallBytes && bytes > densest * packedBytes

/** The last digits of an id are changed, in two halves. The digits before them preserve the order of rows. */
const digits = 10
const half = digits / 2

/**
 * Derives a row's new id from its old one, so that references match regardless of the order of tables. The mapping is
 * unique, so no two ids collide.
 */
export function idsBy(key: string): (id: string) => string {
  const mask = createHmac('sha256', key).update('ids').digest('hex').slice(0, digits)
  const [left, right] = [Number.parseInt(mask.slice(0, half), 16), Number.parseInt(mask.slice(half), 16) || 1]
  // Each half fits JavaScript's 32-bit operators. All ten digits at a time would take ten times as long.
  const masked = (digits: string, by: number) => (Number.parseInt(digits, 16) ^ by).toString(16).padStart(half, '0')
  return (id) =>
    id.slice(0, -digits).toLowerCase() + masked(id.slice(-digits, -half), left) + masked(id.slice(-half), right)
}

export type Line = { table: string; row: Record<string, unknown>; text: string; number: number }

/**
 * Parses a line of a data file. `text` is the row as it was written, because JavaScript would lose digits of its numbers.
 */
export function readLine(line: string, path: string, number: number): Line {
  const said = parseLine(line) as Partial<Line> | undefined
  const { table, row } = said ?? {}
  if (typeof table !== 'string' || typeof row !== 'object' || row === null || Array.isArray(row))
    throw invalidArchive(`Line ${number} of ${path} is not a row of a table.`)
  const before = `{"table":${JSON.stringify(table)},"row":`
  const text = line.startsWith(before) && line.endsWith('}') ? line.slice(before.length, -1) : JSON.stringify(row)
  return { table, row, text, number }
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** Pages and mails link to these URLs, so any other scheme could run scripts. */
const webAddress = /^https?:\/\//i

export function requireWebAddresses(path: string, lines: readonly Line[], columns: ReadonlySet<string>): void {
  for (const column of columns)
    if (/(?:^|_)url$/.test(column))
      for (const { row, number } of lines) {
        const value = row[column]
        if (typeof value === 'string' && value !== '' && !webAddress.test(value))
          throw invalidArchive(`${path}, row ${number}, ${column}: not a web address.`)
      }
}

export const readNewIds = (
  path: string,
  lines: readonly Line[],
  column: string,
  idOf: (id: string) => string,
): (string | null)[] =>
  lines.map(({ row, number }) => {
    const value = row[column]
    if (value === null || value === undefined) return null
    if (typeof value !== 'string' || !isUuid(value))
      throw invalidArchive(`${path}, row ${number}, ${column}: not an id.`)
    return idOf(value)
  })
