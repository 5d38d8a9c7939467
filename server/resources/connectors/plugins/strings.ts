// Strings of a connection. Each string has its own API key, which expires with it.
import type { SealedColumn } from '#platform/areas/sealed-columns.ts'
import { type Audit, auditAs } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { newId } from '#platform/values/ids.ts'
import { changeExpiry, createKey, endKey } from '#resources/api-keys/commands.ts'
import { encodeConnection, keyRights, newPluginSecret } from './rules.ts'
import * as store from './store.ts'

const toEvidentContext = (id: string) => `shop plugin to evident ${id}`
const toShopContext = (id: string) => `shop plugin to shop ${id}`

export const sealedStrings: readonly SealedColumn[] = [
  { table: 'shop_connection_strings', column: 'to_evident', contextOf: (_, id) => toEvidentContext(id) },
  { table: 'shop_connection_strings', column: 'to_shop', contextOf: (_, id) => toShopContext(id) },
]

type Secrets = Pick<Services, 'secrets'>

export type StringRequest = {
  connectionId: string
  platformName: string
  page: string
  mayReply: boolean
  endsAt: Date | null
  createdBy: string
}

/** Returns the connection string. Only its digests and sealed parts are stored. */
export async function issueString(
  tx: StoreTx,
  { secrets, origin }: Pick<Services, 'secrets' | 'origin'>,
  audit: Audit,
  { connectionId, platformName, page, mayReply, endsAt, createdBy }: StringRequest,
): Promise<string> {
  const { id: keyId, key } = await createKey(tx, audit, {
    name: `${platformName} plugin`,
    ...keyRights(mayReply),
    expiresAt: endsAt?.toISOString() ?? null,
    createdBy,
    storeEnvIds: [tx.storeEnvId],
  })
  const id = newId(tx.now.getTime())
  const [toEvident, toShop] = [newPluginSecret(), newPluginSecret()]
  await store.insert(tx, {
    ...{ id, connectionId, keyId, page, mayReply, endsAt },
    toEvident: secrets.seal(toEvident, toEvidentContext(id)),
    toShop: secrets.seal(toShop, toShopContext(id)),
  })
  return encodeConnection({ origin, storeEnvId: tx.storeEnvId, connectionId, key, toEvident, toShop, page })
}

export const listLiveStrings = store.listLive

export const openToEvident = (
  { secrets }: Secrets,
  { id, toEvident }: Pick<store.ConnectionString, 'id' | 'toEvident'>,
) => secrets.open(toEvident, toEvidentContext(id))

export const openToShop = ({ secrets }: Secrets, { id, toShop }: Pick<store.ConnectionString, 'id' | 'toShop'>) =>
  secrets.open(toShop, toShopContext(id))

/** Sets the time at which a string and its key expire. Null if they do not expire. */
export async function changeEnd(
  tx: StoreTx,
  { id, keyId }: Pick<store.ConnectionString, 'id' | 'keyId'>,
  at: Date | null,
): Promise<void> {
  await store.updateEnd(tx, id, at)
  await changeExpiry(tx, keyId, at)
}

export async function endString(
  tx: StoreTx,
  audit: Audit,
  { id, keyId }: Pick<store.ConnectionString, 'id' | 'keyId'>,
): Promise<void> {
  await store.deleteString(tx, id)
  await endKey(tx, audit, keyId)
}

export async function endStringsOfShop(tx: StoreTx, connectionId: string): Promise<void> {
  const audit = auditAs({ type: 'system', name: 'connection strings' })
  for (const { keyId } of await store.deleteOfShop(tx, connectionId)) await endKey(tx, audit, keyId)
}
