import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { deriveLogin, parseConnection } from '#platform/db/roles.ts'
import { cloneOnNodes, createOnNodes, dropOnNodes } from './citus.ts'

export type TestDatabase = {
  url: string
  secretKey: string
  drop(): Promise<void>
}

export async function createDatabase(template = fromTestRun('TEST_TEMPLATE')): Promise<TestDatabase> {
  const name = newName()
  if (citusUrl()) {
    await cloneOnNodes(citusUrl(), template, name)
    return named(name)
  }
  // A clone by FILE_COPY takes 30 ms on the in-memory server, by WAL_LOG 145 ms. A clone does not copy rights on the
  // database, so they are set here. Without this, a test could use rights that no installation has.
  await onServer(
    `create database ${name} template ${template} strategy file_copy`,
    `revoke temporary on database ${name} from public`,
  )
  return named(name)
}

/** The token key, whose sealed copy is in every clone of the template. */
export const testTokenKey = (): Buffer => Buffer.from(fromTestRun('TEST_TOKEN_KEY'), 'hex')

export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = newName()
  if (citusUrl()) await createOnNodes(citusUrl(), name)
  else await onServer(`create database ${name}`)
  return named(name)
}

const citusUrl = () => process.env.TEST_CITUS_URL ?? ''

/** True if the databases of this run are distributed; passed to services that a test composes itself. */
export const isOnCitus = (): boolean => citusUrl() !== ''

const newName = () => `${fromTestRun('TEST_TEMPLATE')}_${randomBytes(6).toString('hex')}`

function named(name: string): TestDatabase {
  return {
    // Tests connect through the pooler if TEST_POOLER_URL is set. Databases are created and dropped without it, because
    // a template cannot be copied while the pooler is connected to it.
    url: withDatabase(process.env.TEST_POOLER_URL ?? fromTestRun('TEST_DATABASE_URL'), name),
    secretKey: fromTestRun('TEST_SECRET_KEY'),
    drop: () => drop(name),
  }
}

export async function asApplication<T>(
  { url, secretKey }: Pick<TestDatabase, 'url' | 'secretKey'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(parseConnection(url, deriveLogin('evident_app', secretKey)))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

export function withUser(url: string, user: string, password: string): string {
  const changed = new URL(url)
  changed.username = user
  changed.password = password
  return changed.href
}

/** Drops without force first, because a forced drop makes connected clients throw outside any handler. */
async function drop(name: string): Promise<void> {
  if (citusUrl()) return dropOnNodes(citusUrl(), name)
  try {
    await onServer(`drop database if exists ${name}`)
  } catch (error) {
    if ((error as { code?: string }).code !== objectInUse) throw error
    await onServer(`drop database if exists ${name} with (force)`)
  }
}

const objectInUse = '55006'

async function onServer(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: fromTestRun('TEST_DATABASE_URL') })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function fromTestRun(name: string): string {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set: run this file with "npm test -- <file>", which starts a database for it`)
  return value
}
