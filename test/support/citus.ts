// Databases on the Citus cluster whose coordinator is at CITUS_URL. Its user is a superuser that reaches every node.
import { Client } from 'pg'

/** Two on each worker. Citus's own 32 make a copy of the template take five times as long. */
const shards = 4

type Node = { group: number; host: string; port: number }

/** Creates a database on every node and makes a cluster of it. Nothing is migrated yet. */
export async function createOnNodes(citusUrl: string, name: string): Promise<string> {
  const nodes = await listNodes(citusUrl)
  for (const node of nodes) {
    await ask(urlOf(citusUrl, node), `create database ${name}`)
    await ask(urlOf(citusUrl, node), `alter database ${name} set citus.shard_count = ${shards}`)
    await ask(withDatabase(urlOf(citusUrl, node), name), 'create extension citus')
  }
  const url = withDatabase(citusUrl, name)
  for (const { group, host, port } of nodes)
    await ask(url, group === 0 ? 'select citus_set_coordinator_host($1, $2)' : 'select citus_add_node($1, $2)', [
      host,
      port,
    ])
  return url
}

/** Makes a migrated database a template and ends its connections, among them that of Citus's maintenance process. */
export async function closeOnNodes(citusUrl: string, name: string): Promise<void> {
  for (const node of await listNodes(citusUrl)) {
    const url = urlOf(citusUrl, node)
    await ask(url, `alter database ${name} with is_template true allow_connections false`)
    await ask(url, 'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [name])
  }
}

/**
 * Copies a closed database on each node. Nodes, tables and shards have the same identifiers in every copy. Rights on the
 * database are not copied.
 */
export async function cloneOnNodes(citusUrl: string, template: string, name: string): Promise<void> {
  await Promise.all(
    (await listNodes(citusUrl)).map(async (node) => {
      const url = urlOf(citusUrl, node)
      await ask(url, `create database ${name} template ${template} strategy file_copy`)
      await ask(url, `revoke temporary on database ${name} from public`)
      await ask(url, `grant create on database ${name} to evident_worker`)
    }),
  )
}

export async function dropOnNodes(citusUrl: string, like: string): Promise<void> {
  for (const node of await listNodes(citusUrl)) {
    const url = urlOf(citusUrl, node)
    const found = await ask<{ name: string }>(url, 'select datname as name from pg_database where datname like $1', [
      like,
    ])
    for (const { name } of found) {
      await ask(url, `alter database ${name} with is_template false`)
      await ask(url, `drop database if exists ${name} with (force)`)
    }
  }
}

/** Returns the active nodes, the coordinator first. */
async function listNodes(citusUrl: string): Promise<Node[]> {
  const nodes = await ask<Node>(
    citusUrl,
    'select groupid as "group", nodename as host, nodeport as port from pg_dist_node where isactive order by groupid',
  )
  if (nodes[0]?.group !== 0)
    throw new Error("CITUS_URL names no coordinator. There, run select citus_set_coordinator_host('ADDRESS')")
  if (nodes.length < 3)
    throw new Error('The cluster of CITUS_URL has fewer than two workers. Add them by citus_add_node')
  return nodes
}

function urlOf(citusUrl: string, { host, port }: Node): string {
  const changed = new URL(citusUrl)
  changed.hostname = host
  changed.port = `${port}`
  return changed.href
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** Turns off propagation between nodes, because each node gets its own statement. */
async function ask<Row>(url: string, statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({
    connectionString: url,
    options:
      '-c citus.enable_create_database_propagation=off -c citus.enable_ddl_propagation=off -c client_min_messages=warning',
  })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows as Row[]
  } finally {
    await client.end()
  }
}
