// Login roles of one deployment. Names and passwords come from SECRET_KEY, so every process of the deployment agrees on
// them without storing anything, and two deployments on one cluster do not fight over a role.
import { createHash, createHmac } from 'node:crypto'
import type { Client, ClientConfig } from 'pg'
import { parse } from 'pg-connection-string'
import { canConnect } from './can-connect.ts'

export const groups = ['evident_app', 'evident_system', 'evident_auth', 'evident_worker'] as const
export type Group = (typeof groups)[number]
export type Login = { user: string; password: string }

export function loginOf(group: Group, secretKey: string): Login {
  const suffix = createHash('sha256').update(`role names:${secretKey}`).digest('hex').slice(0, 10)
  const password = createHmac('sha256', secretKey).update(`role password:${group}`).digest('base64url')
  return { user: `${group}_${suffix}`, password }
}

/** The connection of `url` with another login; works for TCP and socket addresses alike. */
export function connectionOf(url: string, login?: Login): ClientConfig {
  const { host, port, database, user, password, ssl } = parse(url)
  return {
    host: host ?? undefined,
    port: port ? Number(port) : undefined,
    database: database ?? undefined,
    user: login?.user ?? user,
    password: login?.password ?? password,
    ssl: ssl as ClientConfig['ssl'],
    application_name: 'evident',
  }
}

/** Makes the login roles, or gives them today's password; a login that already works is left alone. */
export async function ensureLogins(owner: Client, url: string, secretKey: string): Promise<void> {
  for (const group of groups) {
    const login = loginOf(group, secretKey)
    const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [login.user])
    if (rowCount && (await canConnect(connectionOf(url, login)))) continue
    const name = owner.escapeIdentifier(login.user)
    const password = owner.escapeLiteral(login.password)
    // Another process may be making the same role at this moment: the second ALTER is then the one that counts.
    await owner.query(`create role ${name} login`).catch(ignoreExisting)
    await owner.query(`alter role ${name} login password ${password}`).catch(ignoreConcurrent)
    await owner.query(`grant ${group} to ${name}`).catch(ignoreConcurrent)
  }
}

const ignoreExisting = (error: { code?: string }) => {
  if (error.code !== '42710' && error.code !== '23505') throw error
}

/** "tuple concurrently updated" has no code of its own. */
const ignoreConcurrent = (error: { code?: string; message: string }) => {
  if (error.code !== 'XX000' && error.code !== '23505') throw error
}
