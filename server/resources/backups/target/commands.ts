import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { SealedColumn } from '#platform/areas/sealed-columns.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreReads, StoreScope, StoreTx } from '#platform/db/db.ts'
import { s3Storage } from '#platform/files/storage/s3.ts'
import type { Storage } from '#platform/files/storage/storage.ts'
import { AppError, invalidField } from '#platform/values/errors.ts'
import { newId } from '#platform/values/ids.ts'
import type { S3Address } from '#platform/values/storage-address.ts'
import { cleanEndpoint, cleanPrefix, explainError, formatLocation, toS3Address } from './rules.ts'
import type { BackupTarget, BackupTargetSettings } from './schema.ts'
import * as store from './store.ts'

/** A person waits for this probe, so its timeouts are short. A backup allows much longer timeouts. */
const timing = { connectMs: 5_000, answerMs: 20_000, silenceMs: 20_000, attempts: 2, pauseMs: 250 }

const buildContext = (storeEnvId: string, id: string) => `backup target ${storeEnvId} ${id}`

export const sealedTarget: SealedColumn = {
  table: 'backup_targets',
  column: 'secret_access_key',
  contextOf: buildContext,
}

export async function readTarget(tx: StoreReads): Promise<BackupTarget> {
  const row = await store.find(tx)
  return {
    configured: row !== undefined,
    endpoint: row?.endpoint ?? null,
    region: row?.region ?? null,
    bucket: row?.bucket ?? null,
    prefix: row?.prefix ?? null,
    accessKeyId: row?.accessKeyId ?? null,
    secretAccessKeySet: row !== undefined,
    addresses: row?.addresses ?? false,
    updatedAt: row?.updatedAt ?? null,
  }
}

type TargetChange = { settings: BackupTargetSettings; seesAddresses: boolean; audit(tx: StoreTx): Promise<unknown> }

export async function saveTarget(
  db: StoreDb,
  services: Services,
  scope: StoreScope,
  given: TargetChange,
): Promise<BackupTarget> {
  const { settings, seesAddresses, audit } = given
  const reason = await services.fetch.refusal(settings.endpoint)
  if (reason) throw invalidField('/endpoint', `must ${reason}`)
  if (!isBare(settings.endpoint))
    throw invalidField('/endpoint', 'must be a host alone, such as https://s3.example.com')
  const place = { ...settings, endpoint: cleanEndpoint(settings.endpoint), prefix: cleanPrefix(settings.prefix) }
  const before = await db.store(scope, 'read', store.find)
  const isSame =
    before !== undefined && formatLocation(before) === formatLocation(place) && before.accessKeyId === place.accessKeyId
  const secret =
    settings.secretAccessKey ??
    (isSame ? services.secrets.open(before.secret, buildContext(scope.storeEnvId, before.id)) : undefined)
  if (secret === undefined)
    throw invalidField('/secretAccessKey', before ? 'is needed when the bucket or the access key change' : 'is needed')
  const credentials = { accessKeyId: place.accessKeyId, secretAccessKey: secret }
  await probe(services, toS3Address(place, scope.storeEnvId, credentials))
  return db.store(scope, 'write', async (tx) => {
    const id = newId(tx.now.getTime())
    await store.upsert(tx, {
      id,
      endpoint: place.endpoint,
      region: place.region,
      bucket: place.bucket,
      prefix: place.prefix,
      accessKeyId: place.accessKeyId,
      secret: services.secrets.seal(secret, buildContext(scope.storeEnvId, id)),
      addresses: seesAddresses,
    })
    await audit(tx)
    return readTarget(tx)
  })
}

export const deleteTarget = (tx: StoreTx): Promise<number> => store.deleteTarget(tx)

function isBare(endpoint: string): boolean {
  const { pathname, search, hash, username, password } = new URL(endpoint)
  return pathname === '/' && search === '' && hash === '' && username === '' && password === ''
}

async function probe(services: Services, address: S3Address): Promise<void> {
  const bucket = await open(services, address)
  const key = `probe-${newId(services.clock.nowMs())}.txt`
  const content = randomBytes(64)
  try {
    await bucket.put(key, content)
    const read = await buffer(bucket.read(key))
    await bucket.remove(key)
    if (!read.equals(content))
      throw Object.assign(new Error('The test object was read back with different content.'), {
        code: 'content_differs',
      })
  } catch (error) {
    throw new AppError(400, 'backup_target_failed', `The bucket cannot be used. ${explainError(error)}`, {
      cause: error,
    })
  } finally {
    bucket.close()
  }
}

/** Host names are checked with every connection. IP addresses are checked here. */
async function open(services: Services, address: S3Address): Promise<Storage> {
  const endpoint = address.endpoint as string
  const host = new URL(endpoint).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && (await services.fetch.refusal(endpoint)))
    throw Object.assign(new Error("The endpoint's address is not allowed. Use a public one."), {
      code: 'address_refused',
    })
  return s3Storage(address, timing, services.fetch.lookupFor(endpoint))
}

export type OpenTarget = { storage: Storage; location: string; addresses: boolean }

export async function openTarget(db: StoreDb, services: Services, scope: StoreScope): Promise<OpenTarget | undefined> {
  const row = await db.store(scope, 'read', store.find)
  if (!row) return undefined
  const secretAccessKey = services.secrets.open(row.secret, buildContext(scope.storeEnvId, row.id))
  const address = toS3Address(row, scope.storeEnvId, { accessKeyId: row.accessKeyId, secretAccessKey })
  return { storage: await open(services, address), location: formatLocation(row), addresses: row.addresses }
}

export async function findTarget(tx: StoreReads): Promise<{ location: string; addresses: boolean } | undefined> {
  const row = await store.find(tx)
  return row && { location: formatLocation(row), addresses: row.addresses }
}
