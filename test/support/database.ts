// Gives a test file a migrated database of its own: a clone of the template that the test run made.

import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { connectionOf, loginOf } from '#platform/db/roles.ts'

export type TestDatabase = {
  /** A superuser's address. */
  url: string
  secretKey: string
  drop(): Promise<void>
}

/** A clone of the migrated template, or of another database that nobody is connected to. */
export async function createDatabase(template = fromTestRun('TEST_TEMPLATE')): Promise<TestDatabase> {
  const name = newName()
  // A clone by FILE_COPY takes 30 ms on the throw-away server where it is kept in memory, by WAL_LOG 145 ms.
  // Rights on a database are not copied with it; without this one a test could use what no installation has.
  await onServer(
    `create database ${name} template ${template} strategy file_copy`,
    `revoke temporary on database ${name} from public`,
  )
  return named(name)
}

/** The one that is sealed in every clone of the template. */
export const testTokenKey = (): Buffer => Buffer.from(fromTestRun('TEST_TOKEN_KEY'), 'hex')

/** As an operator hands one over: nothing has been migrated in it. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const name = newName()
  await onServer(`create database ${name}`)
  return named(name)
}

const newName = () => `${fromTestRun('TEST_TEMPLATE')}_${randomBytes(6).toString('hex')}`

function named(name: string): TestDatabase {
  return {
    url: withDatabase(fromTestRun('TEST_DATABASE_URL'), name),
    secretKey: fromTestRun('TEST_SECRET_KEY'),
    drop: () => drop(name),
  }
}

/** As a client of the application's own role. */
export async function asApplication<T>(
  { url, secretKey }: Pick<TestDatabase, 'url' | 'secretKey'>,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client(connectionOf(url, loginOf('evident_app', secretKey)))
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

/**
 * Waits (five seconds, by the server's own patience) for connections that are just being closed: one that is cut off instead
 * makes its client throw where nobody listens any more.
 */
async function drop(name: string): Promise<void> {
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
