import { listNewest, type Page, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { first } from './rules.ts'
import type { Policy, PolicyVersion } from './schema.ts'

type Row = { version: number; text: string; sha256: string }

const columns = sql.raw(`m.version, m.text, encode(m.sha256, 'hex') as sha256`)

export const findInForce = async (tx: StoreReads): Promise<Policy> =>
  (await tx.first<Row>(sql`
    select ${columns} from moderation_policies m where m.store_env_id = ${tx.storeEnvId} order by m.adopted desc limit 1`)) ??
  first

export const find = async (tx: StoreReads, version: number): Promise<Policy | undefined> =>
  (await tx.first<Row>(sql`
    select ${columns} from moderation_policies m where m.store_env_id = ${tx.storeEnvId} and m.version = ${version}`)) ??
  (version === first.version ? first : undefined)

export const listAll = async (tx: StoreReads): Promise<Policy[]> => {
  const rows = await tx.all<Row>(sql`
    select ${columns} from moderation_policies m where m.store_env_id = ${tx.storeEnvId} order by m.version`)
  return rows.length > 0 ? rows : [first]
}

type VersionRow = { id: string; version: number; sha256: string; created_at: string; in_force: boolean }

export async function list(tx: StoreReads, request: PageRequest): Promise<Page<PolicyVersion>> {
  const from = sql`moderation_policies m where m.store_env_id = ${tx.storeEnvId}`
  const columns = sql<VersionRow>`
    m.id, m.version, encode(m.sha256, 'hex') as sha256, m.created_at,
    coalesce(m.adopted = (select max(a.adopted) from moderation_policies a where a.store_env_id = ${tx.storeEnvId}), false) as in_force`
  const count = sql`(select greatest(1, count(*)) from ${from})`
  const page = await listNewest(tx, request, { columns, from, table: 'm', count }, toVersion)
  if (page.data.length > 0 || request.cursor !== undefined) return page
  return { ...page, data: [{ version: first.version, sha256: first.sha256, inForce: true, createdAt: null }] }
}

const toVersion = ({ version, sha256, created_at, in_force }: VersionRow): PolicyVersion => ({
  version,
  sha256,
  inForce: in_force,
  createdAt: version === first.version ? null : created_at,
})

/** Makes parallel changes of the policy run one after the other. */
export const lock = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`moderation policy of ${tx.storeEnvId}`}::text, 0))`)

export type KnownVersion = { id: string; version: number; sha256: string; adopted: number }

export const listKnown = (tx: StoreTx) =>
  tx.all<KnownVersion>(sql`
    select m.id, m.version, encode(m.sha256, 'hex') as sha256, m.adopted
      from moderation_policies m where m.store_env_id = ${tx.storeEnvId} order by m.adopted`)

export const insert = (tx: StoreTx, row: Policy & { id: string; adopted: number }) =>
  tx.run(sql`
    insert into moderation_policies (store_env_id, id, version, text, sha256, adopted, created_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.version}, ${row.text}, ${Buffer.from(row.sha256, 'hex')}, ${row.adopted},
            ${tx.now})`)

/** Inserts the service's default, in force since the store was opened. */
export const insertFirst = (tx: StoreTx, id: string) =>
  tx.run(sql`
    insert into moderation_policies (store_env_id, id, version, text, sha256, adopted, created_at)
    select ${tx.storeEnvId}, ${id}, ${first.version}, ${first.text}, ${Buffer.from(first.sha256, 'hex')}, 1, s.created_at
      from stores s where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}
    returning 1`)

export const updateAdopted = (tx: StoreTx, id: string, adopted: number) =>
  tx.run(sql`
    update moderation_policies m set adopted = ${adopted} where m.store_env_id = ${tx.storeEnvId} and m.id = ${id}`)
