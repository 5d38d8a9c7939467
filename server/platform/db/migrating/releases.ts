// Processes of two successive releases may run on one database, so that an upgrade replaces them one by one.
import type { Client } from 'pg'
import { UnsuitableDatabase } from '../can-connect.ts'
import { isOlder, ownRelease, ownSchema, parseRelease } from '../process-version.ts'
import type { MigrationFile } from './files.ts'

/**
 * True for a contracting file that must wait for the release after `unusedSince`. Until then, processes of the release
 * before `unusedSince`, which use the objects that the file drops, may run beside this process.
 */
export const waitsForNextRelease = ({ phase }: Pick<MigrationFile, 'phase'>, release = ownRelease): boolean =>
  phase.kind === 'contracts' && phase.waits && !isOlder(phase.unusedSince, release)

/** Refuses to contract while a process is connected that would fail on the new schema. */
export async function refuseOlderProcesses(owner: Client, { name, phase }: MigrationFile): Promise<void> {
  if (phase.kind !== 'contracts') return
  const { rows } = await owner.query<{ name: string; address: string | null }>(
    `select distinct application_name as name, host(client_addr) as address from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
  )
  const older = rows.filter((row) => {
    const release = parseRelease(row.name)
    return release !== undefined && isOlder(release, phase.unusedSince)
  })
  if (older.length === 0) return
  const found = older.map((row) => (row.address ? `${row.name} at ${row.address}` : row.name)).join(', ')
  throw new UnsuitableDatabase(
    `Migration ${name} cannot run while a process of an earlier release is connected (${found}). End those processes, then start this one again.`,
  )
}

type AppliedMigration = { name: string; release: string | null; oldest: string | null }

/** Throws if a newer schema no longer supports this release. Otherwise only logs that the schema is newer. */
export async function refuseNewerSchema(
  owner: Client,
  knownNames: ReadonlySet<string>,
  log: (line: string) => void,
): Promise<void> {
  const { rows } = await owner.query<AppliedMigration>(
    'select name, release, oldest_release as oldest from schema_migrations where release is not null order by name',
  )
  const newer = rows.filter(({ name }) => !knownNames.has(name))
  const newest = newer.at(-1)
  if (!newest) return
  const tooNew = newer.find(({ oldest }) => oldest !== null && isOlder(ownRelease, oldest))
  if (tooNew)
    throw new UnsuitableDatabase(
      `Release ${ownRelease} cannot run on this database, which release ${tooNew.release} has migrated. Start release ${tooNew.oldest} or newer.`,
    )
  log(
    `The schema ${newest.name.slice(0, 4)} of this database, by release ${newest.release}, is newer than the schema ${ownSchema} of this process, release ${ownRelease}. The process continues, because the two releases can run together. Upgrade it next.`,
  )
}
