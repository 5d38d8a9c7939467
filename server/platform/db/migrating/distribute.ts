// Distributes the tables on a Citus cluster. Runs only with Citus.
import { Client } from 'pg'
import { UnsuitableDatabase } from '../can-connect.ts'
import { parseConnection } from '../roles.ts'
import { type Placement, placements } from './placements.ts'

/** Statements join tables within a store, so all tables share the shards of this table. */
const firstTable = 'products'

/**
 * Citus connects to workers as the user of the statement. That user may be one of these roles, which own security
 * definer functions or the queue.
 */
const rolesOfWorkers = ['evident_definer', 'evident_worker']

export const isCitus = async (owner: Client): Promise<boolean> =>
  Boolean((await owner.query("select from pg_extension where extname = 'citus'")).rowCount)

/** Moves tables that are not in their place yet, in one transaction: an interrupted start moves nothing. */
export async function distributeTables(owner: Client, log: (line: string) => void): Promise<void> {
  await requireCluster(owner)
  await allowLogins(owner)
  const moved = await findMisplaced(owner)
  if (moved.length === 0) return
  log(`distributing ${moved.length} tables`)
  await owner.query(
    "begin; set local citus.multi_shard_modify_mode = 'sequential'; set local client_min_messages = warning; set local statement_timeout = 0",
  )
  try {
    const keys = await dropForeignKeys(owner, moved)
    for (const table of moved.toSorted(inOrder)) await place(owner, table)
    for (const key of keys) await owner.query(key)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

export type CitusState = { workers: number; unreachable: string[]; misplaced: string[]; withoutLogin: string[] }

/** For the operator. Undefined without Citus. */
export async function readCitusState(url: string): Promise<CitusState | undefined> {
  const owner = new Client(parseConnection(url))
  owner.on('error', () => {})
  await owner.connect()
  try {
    if (!(await isCitus(owner))) return undefined
    const workers = await owner.query('select from pg_dist_node where isactive and shouldhaveshards')
    const unreachable = await owner.query<{ name: string }>(
      `select distinct to_nodename || ':' || to_nodeport as name from citus_check_cluster_node_health() where not coalesce(result, false)`,
    )
    return {
      workers: workers.rowCount ?? 0,
      unreachable: unreachable.rows.map(({ name }) => name),
      misplaced: await findMisplaced(owner),
      withoutLogin: await listWithoutLogin(owner),
    }
  } finally {
    await owner.end()
  }
}

const placementOf = (table: string) => placements[table as keyof typeof placements]

const ranks: Record<Placement, number> = { reference: 0, distributed: 1, local: 2 }
const rankOf = (table: string) => (table === firstTable ? 0.5 : ranks[placementOf(table)])
const inOrder = (a: string, b: string) => rankOf(a) - rankOf(b)

async function place(owner: Client, table: string): Promise<void> {
  if (placementOf(table) === 'reference') await owner.query('select create_reference_table($1)', [table])
  else
    await owner.query("select create_distributed_table($1, 'store_env_id', colocate_with => $2)", [
      table,
      table === firstTable ? 'none' : firstTable,
    ])
}

async function requireCluster(owner: Client): Promise<void> {
  const { rows } = await owner.query<{ super: boolean; coordinator: boolean; sets: string }>(
    `select current_setting('is_superuser') = 'on' as super, current_setting('citus.propagate_set_commands') as sets,
            exists (select from pg_dist_node where groupid = 0) as coordinator`,
  )
  const [found] = rows
  if (!found?.super)
    throw new UnsuitableDatabase(
      'Citus creates roles on every node, so the user of DATABASE_URL must be a superuser of the cluster.',
    )
  if (!found.coordinator)
    throw new UnsuitableDatabase(
      "the coordinator is not a node of its own cluster. Run: select citus_set_coordinator_host('ADDRESS OF THE COORDINATOR');",
    )
  if (found.sets !== 'local')
    throw new UnsuitableDatabase(
      "workers do not learn the store of a transaction. Set citus.propagate_set_commands = 'local' on the coordinator.",
    )
}

async function allowLogins(owner: Client): Promise<void> {
  for (const name of await listWithoutLogin(owner))
    await owner.query(`alter role ${owner.escapeIdentifier(name)} login`)
}

async function listWithoutLogin(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any ($1) and not rolcanlogin order by 1',
    [rolesOfWorkers],
  )
  return rows.map(({ name }) => name)
}

async function findMisplaced(owner: Client): Promise<string[]> {
  const { rows } = await owner.query<{ table: string; present: Placement }>(
    `select c.relname as table,
            case when p.partmethod = 'h' then 'distributed' when p.repmodel = 't' then 'reference' else 'local' end as present
       from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any ($1)`,
    [Object.keys(placements)],
  )
  const misplaced = rows.filter(({ table, present }) => present !== placementOf(table))
  const fixed = misplaced.filter(({ present }) => present !== 'local')
  if (fixed.length > 0)
    throw new UnsuitableDatabase(`Citus has another place for ${fixed.map(({ table }) => table).join(', ')}`)
  return misplaced.map(({ table }) => table)
}

/**
 * Citus refuses a foreign key between two tables while only one of them has moved. Returns the statements that create
 * the keys again.
 */
async function dropForeignKeys(owner: Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await owner.query<{ name: string; table: string; definition: string }>(
    `select quote_ident(k.conname) as name, k.conrelid::regclass::text as table, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k
      where k.contype = 'f' and k.conparentid = 0
        and (k.conrelid = any ($1::regclass[]) or k.confrelid = any ($1::regclass[]))
      order by 2, 1`,
    [tables.map((table) => `public.${table}`)],
  )
  for (const { table, name } of rows) await owner.query(`alter table ${table} drop constraint ${name}`)
  return rows.map(({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`)
}
