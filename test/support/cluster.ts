// The database server of one test run, with the migrated template. It is a temporary server, or the one at
// TEST_DATABASE_URL (and TEST_OWNER_URL).

import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrate } from '#platform/db/migrating/migrate.ts'
import { startEmbedded } from '#platform/postgres/embedded.ts'
import { isAlive } from '#platform/postgres/orphaned-server.ts'
import { closeOnNodes, createOnNodes, dropOnNodes } from './citus.ts'
import { withDatabase } from './database.ts'

export type TestCluster = {
  environment: Record<string, string>
  stop(): Promise<void>
}

/**
 * `ownerUrl`: login of the role that owns and migrates the template. Without it, the superuser owns and migrates the
 * template.
 */
export async function startTestCluster(
  givenUrl: string | undefined,
  ownerUrl = process.env.TEST_OWNER_URL,
  citusUrl = process.env.CITUS_URL,
): Promise<TestCluster> {
  if (citusUrl) return startOnCitus(citusUrl)
  const server = givenUrl ? { url: givenUrl, stop: async () => {} } : await startThrowAway()
  const template = `evident_test_${randomBytes(4).toString('hex')}`
  const secretKey = randomBytes(32).toString('base64url')
  const stop = async () => {
    if (givenUrl) await dropAll(givenUrl, template)
    await server.stop()
  }
  try {
    const owner = ownerUrl ? new URL(ownerUrl).username : undefined
    await ask(server.url, `create database ${template}${owner ? ` owner "${owner}"` : ''}`)
    const url = withDatabase(ownerUrl ?? server.url, template)
    const { tokenKey } = await migrate({ url, secretKey, log: () => {} })
    await ask(server.url, `alter database ${template} with is_template true allow_connections false`)
    const environment = {
      TEST_DATABASE_URL: server.url,
      TEST_TEMPLATE: template,
      TEST_SECRET_KEY: secretKey,
      TEST_TOKEN_KEY: tokenKey?.toString('hex') ?? '',
    }
    return { environment, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Every test file clones the migrated and distributed template on each node. */
async function startOnCitus(citusUrl: string): Promise<TestCluster> {
  const template = `evident_test_${randomBytes(4).toString('hex')}`
  const secretKey = randomBytes(32).toString('base64url')
  const stop = () => dropOnNodes(citusUrl, `${template}%`)
  try {
    const url = await createOnNodes(citusUrl, template)
    const { tokenKey } = await migrate({ url, secretKey, log: () => {} })
    await closeOnNodes(citusUrl, template)
    const environment = {
      TEST_DATABASE_URL: citusUrl,
      TEST_CITUS_URL: citusUrl,
      TEST_TEMPLATE: template,
      TEST_SECRET_KEY: secretKey,
      TEST_TOKEN_KEY: tokenKey?.toString('hex') ?? '',
    }
    return { environment, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function startThrowAway() {
  const dataDir = makeFolderForCluster()
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const { url, stop } = await startEmbedded({ dataDir, throwAway: true, log: () => {} })
    return { url, stop: () => stop().finally(removeFolder) }
  } catch (error) {
    removeFolder()
    throw error
  }
}

/** A later run deletes a folder in memory if this process is killed. */
export const makeFolderForCluster = (onDisk = tmpdir()) =>
  mkdtempSync(join(hasMemoryForClusters() ? memory : onDisk, `evident-cluster-${process.pid}-`))

const memory = '/dev/shm'
const enoughBytes = 4 * 2 ** 30

/** Uses memory if there is room. Copying the template's 1,500 files takes 30 ms there and up to a second on a disk. */
function hasMemoryForClusters(): boolean {
  try {
    removeAbandoned()
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem()) >= enoughBytes
  } catch {
    return false
  }
}

/** Deletes folders of killed runs, because they would occupy memory until the machine restarts. */
function removeAbandoned(): void {
  for (const name of readdirSync(memory)) {
    const pid = Number(/^evident-cluster-(\d+)-/.exec(name)?.[1])
    if (pid && !isAlive(pid)) rmSync(join(memory, name), { recursive: true, force: true })
  }
}

/** Drops the template and the databases of crashed tests from an external server. */
async function dropAll(url: string, template: string): Promise<void> {
  const clones = await ask(url, `select datname from pg_database where datname like '${template}\\_%'`)
  for (const { datname } of clones) await ask(url, `drop database if exists ${datname} with (force)`)
  await ask(url, `alter database ${template} with is_template false`)
  await ask(url, `drop database if exists ${template} with (force)`)
}

async function ask(url: string, statement: string): Promise<{ datname?: string }[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ datname?: string }>(statement)).rows
  } finally {
    await client.end()
  }
}
