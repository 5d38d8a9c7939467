// Names and passwords derive from SECRET_KEY: all processes agree without storing anything, and two deployments on one
// cluster share no role.
import { createHash, createHmac } from 'node:crypto'
import type { Client, ClientConfig } from 'pg'
import { parse } from 'pg-connection-string'
import { canConnect, UnsuitableDatabase } from './can-connect.ts'
import { buildApplicationName } from './process-version.ts'

export const groups = ['evident_app', 'evident_system', 'evident_auth', 'evident_worker'] as const
export type Group = (typeof groups)[number]
export type Login = { user: string; password: string }

export function deriveLogin(group: Group, secretKey: string): Login {
  const suffix = createHash('sha256').update(`role names:${secretKey}`).digest('hex').slice(0, 10)
  const password = createHmac('sha256', secretKey).update(`role password:${group}`).digest('base64url')
  return { user: `${group}_${suffix}`, password }
}

export function parseConnection(url: string, login?: Login): ClientConfig {
  const { host, port, database, user, password, ssl } = parse(url)
  return {
    host: host ?? undefined,
    port: port ? Number(port) : undefined,
    database: database ?? undefined,
    user: login?.user ?? user,
    password: login?.password ?? password,
    ssl: ssl as ClientConfig['ssl'],
    application_name: buildApplicationName(),
  }
}

const limits = (statementMs: number) => ({
  TimeZone: 'UTC',
  statement_timeout: `${statementMs}`,
  lock_timeout: '10000',
  idle_in_transaction_session_timeout: '60000',
  // Random reads are cheap on today's disks. With the default of 4 the planner plans lists of a large store again for each
  // call.
  random_page_cost: '1.1',
})

/**
 * Set on the roles, because poolers refuse or drop start-up parameters. Settings that differ within a role are sent with
 * BEGIN.
 */
export const roleSettings: Record<Group, Record<string, string>> = {
  evident_app: limits(30_000),
  evident_system: limits(60_000),
  evident_auth: { ...limits(10_000), search_path: 'auth' },
  evident_worker: { TimeZone: 'UTC' },
}

/** Creates the login roles. An existing role gets its missing settings, and a new password if it cannot connect. */
export async function ensureLogins(owner: Client, url: string, secretKey: string): Promise<void> {
  for (const group of groups) {
    const login = deriveLogin(group, secretKey)
    await owner.query(
      `insert into app.login_roles (role_name, database_oid)
       select $1, d.oid from pg_database d where d.datname = current_database() on conflict do nothing`,
      [login.user],
    )
    const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [login.user])
    if (rowCount) await ensureSettings(owner, login, roleSettings[group])
    if (rowCount && (await canConnect(parseConnection(url, login)))) continue
    const name = owner.escapeIdentifier(login.user)
    const password = owner.escapeLiteral(login.password)
    // Another process may create the same role at this moment. Errors of this conflict are ignored, because both set the
    // same password.
    await owner.query(`create role ${name} login`).catch(ignoreExisting)
    await owner.query(`alter role ${name} login password ${password}`).catch(ignoreConcurrent)
    await owner.query(`grant ${group} to ${name}`).catch(ignoreConcurrent)
    if (!rowCount) await ensureSettings(owner, login, roleSettings[group])
  }
}

async function ensureSettings(owner: Client, { user }: Login, wanted: Record<string, string>): Promise<void> {
  const { rows } = await owner.query<{ setting: string }>(
    `select unnest(s.setconfig) as setting from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
      where r.rolname = $1 and s.setdatabase = 0`,
    [user],
  )
  const present = new Set(rows.map(({ setting }) => setting))
  for (const [name, value] of Object.entries(wanted)) {
    if (present.has(`${name}=${value}`)) continue
    const change = `alter role ${owner.escapeIdentifier(user)} set ${name} = ${owner.escapeLiteral(value)}`
    await owner.query(change).catch(ignoreConcurrent).catch(refuse(change))
  }
}

/** Sessions without these settings would wait without limit, or find no tables. */
const refuse = (change: string) => (error: { message: string }) => {
  throw new UnsuitableDatabase(
    `the database refuses settings on the service's own login roles (${error.message}). Let the user of DATABASE_URL alter them, or run as an administrator: ${change};`,
    { cause: error },
  )
}

/**
 * Closes the logins of other SECRET_KEYs. An earlier key then gives no access, not even to a process that still uses it.
 * Roles connected to another database of the cluster belong to that database and are skipped.
 */
export async function endOtherLogins(owner: Client, secretKey: string, log: (line: string) => void): Promise<void> {
  const present = groups.map((group) => deriveLogin(group, secretKey).user)
  const { rows } = await owner.query<{ name: string; elsewhere: boolean }>(
    `select r.rolname as name,
            exists (select from pg_stat_activity a where a.usename = r.rolname and a.datname <> current_database()) as elsewhere
       from app.login_roles l join pg_roles r on r.rolname = l.role_name and r.rolcanlogin
      where l.database_oid = (select d.oid from pg_database d where d.datname = current_database()) and r.rolname <> all ($1)`,
    [present],
  )
  for (const { name, elsewhere } of rows) {
    if (elsewhere) {
      log(`the login ${name} of another SECRET_KEY is left: it is at work in another database of this server`)
      continue
    }
    await owner.query(`alter role ${owner.escapeIdentifier(name)} nologin`).catch(ignoreConcurrent)
    log(`the login ${name} of another SECRET_KEY is closed`)
  }
  const closed = rows.filter(({ elsewhere }) => !elsewhere).map(({ name }) => name)
  if (closed.length > 0) await endConnections(owner, closed, log)
}

async function endConnections(owner: Client, roles: string[], log: (line: string) => void): Promise<void> {
  try {
    await owner.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = any ($1) and datname = current_database()',
      [roles],
    )
  } catch (error) {
    // An owner who is not a member of these roles is not allowed to end their connections.
    log(`connections of closed logins could not be ended: ${(error as Error).message}`)
  }
}

const ignoreExisting = (error: { code?: string }) => {
  if (error.code !== '42710' && error.code !== '23505') throw error
}

/** The error "tuple concurrently updated" has no specific code. */
const ignoreConcurrent = (error: { code?: string; message: string }) => {
  if (error.code !== 'XX000' && error.code !== '23505') throw error
}
