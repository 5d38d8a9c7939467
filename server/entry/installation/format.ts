import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Migration, Table } from '#platform/db/all-tables.ts'
import { isUpToBaseline } from '#platform/db/migrating/baseline.ts'
import { OperatorError } from '../operator.ts'

export const format = 'evident-installation'
export const formatVersion = 1
export const manifestPath = 'manifest.json'
/** SECRET_KEY, encrypted with a passphrase. A backup without a passphrase does not contain the key. */
export const keyPath = 'secret-key.age'

export const dataPath = ({ schema, name }: Pick<Table, 'schema' | 'name'>) => `data/${schema}.${name}.jsonl`
export const filePath = (key: string) => `files/${key}`

export type ListedFile = { path: string; bytes: number; sha256: string }
export type Manifest = {
  format: string
  version: number
  createdAt: string
  service: string
  migrations: Migration[]
  tables: (Table & { rows: number })[]
  files: ListedFile[]
}

const Text = Type.String()
const isManifest = Compile(
  Type.Object({
    format: Type.Literal(format),
    version: Type.Integer(),
    createdAt: Text,
    service: Text,
    migrations: Type.Array(Type.Object({ name: Text, sha256: Text })),
    tables: Type.Array(Type.Object({ schema: Text, name: Text, columns: Type.Array(Text), rows: Type.Integer() })),
    files: Type.Array(Type.Object({ path: Text, bytes: Type.Integer(), sha256: Text })),
  }),
)

export function readManifest(text: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (!isManifest.Check(value))
    throw new OperatorError('This is not a backup of an installation: its manifest cannot be read.')
  if (value.version > formatVersion)
    throw new OperatorError('A newer version of Evident made this backup. Update Evident first.')
  return value as Manifest
}

/**
 * Migrations up to the baseline are not compared. Every newer schema has them all, as the baseline or as separate files.
 */
export function requireSameSchema(made: readonly Migration[], here: readonly Migration[]): void {
  const isLater = (migration: Migration) => !isUpToBaseline(migration)
  const [laterMade, laterHere] = [made.filter(isLater), here.filter(isLater)]
  const known = new Map(laterHere.map(({ name, sha256 }) => [name, sha256]))
  const missing = laterMade.find(({ name, sha256 }) => known.get(name) !== sha256)
  if (missing)
    throw new OperatorError(
      `the backup was made by another version, with the migration ${missing.name}: restore with that one.`,
    )
  const last = made.at(-1)?.name ?? 'none'
  if (laterMade.length !== laterHere.length)
    throw new OperatorError(
      `the backup was made by an older version (its last migration is ${last}): restore with that one, then upgrade.`,
    )
}
