// Each connection names the release and the schema of its process. pg_stat_activity then shows which processes are older.
import { readdirSync, readFileSync } from 'node:fs'

const root = new URL('../../../', import.meta.url)
const { version, previousVersion } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  version: string
  previousVersion: string
}

export const ownRelease = version
/** The oldest release that may run beside this one on a database. */
export const previousRelease = previousVersion

const newestMigration = () =>
  readdirSync(new URL('migrations/', root))
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .at(-1) ?? ''

export const ownSchema = newestMigration().slice(0, 4)

export const buildApplicationName = (release = ownRelease, schema = ownSchema) => `evident/${release} schema/${schema}`

/** A process of ours whose connection name has no release counts as the oldest. Undefined for other programs. */
export function parseRelease(applicationName: string): string | undefined {
  if (applicationName === 'evident') return '0.0.0'
  return /^evident\/(\d+\.\d+\.\d+)\b/.exec(applicationName)?.[1]
}

export const isOlder = (release: string, than: string): boolean => compare(release, than) < 0

function compare(a: string, b: string): number {
  const [left, right] = [a, b].map((each) => each.split('.').map((part) => Number.parseInt(part, 10)))
  for (let i = 0; i < 3; i++) {
    const difference = (left?.[i] ?? 0) - (right?.[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
