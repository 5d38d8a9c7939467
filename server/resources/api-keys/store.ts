import type { Static } from 'typebox'
import { after, countIfAsked, fetchLimit, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import type { OrganizationTx, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { ApiKey, keyRoles } from './schema.ts'

export type NewKey = {
  id: string
  name: string
  digest: Buffer
  last4: string
  role: (typeof keyRoles)[number]
  scopes: readonly string[]
  expiresAt: string | null
  createdBy: string | null
  /** Empty means all stores of the organization. */
  storeEnvIds: readonly string[]
}

/** Keys belong to the organization. A store's transaction reaches them too. */
export type KeyTx = OrganizationTx | StoreTx

export const insert = (tx: KeyTx, row: NewKey) =>
  tx.run(sql`
    insert into api_keys (id, organization_id, name, digest, last4, role, scopes, created_by, created_at, expires_at,
                          store_env_ids)
    values (${row.id}, ${tx.organizationId}, ${row.name}, ${row.digest}, ${row.last4}, ${row.role}, ${row.scopes}, ${row.createdBy},
            ${tx.now}, ${row.expiresAt}, ${[...row.storeEnvIds]}::uuid[])`)

/** Returns the ids that belong to no store of the organization. */
export const listForeignStores = (tx: OrganizationTx, ids: readonly string[]) =>
  tx.all<{ id: string }>(sql`
    select i.id from unnest(${[...ids]}::uuid[]) as i(id)
     where not exists (select from stores s where s.organization_id = ${tx.organizationId} and s.id = i.id)`)

const columns = sql`id, name, role, scopes, last4, created_at as "createdAt", expires_at as "expiresAt",
  first_used_at as "firstUsedAt", last_used_at as "lastUsedAt", store_env_ids as "storeEnvIds"`

export const find = (tx: OrganizationTx, id: string) =>
  tx.first<Static<typeof ApiKey>>(
    sql`select ${columns} from api_keys where organization_id = ${tx.organizationId} and id = ${id}`,
  )

export async function list(tx: OrganizationTx, request: PageRequest) {
  const keys = sql`api_keys where organization_id = ${tx.organizationId}`
  const rows = await tx.all<Static<typeof ApiKey>>(sql`
    select ${columns} from ${keys} ${after(request, 'created_at')}
     order by created_at desc, id desc limit ${fetchLimit(request)}`)
  return toPage(
    rows,
    request,
    (row) => ({ at: row.createdAt, id: row.id }),
    (row) => row,
    await countIfAsked(tx, request, keys),
  )
}

/** Gives the organization's keys a new row version, so that every process reads them again. */
export const touch = (tx: OrganizationTx) =>
  tx.run(sql`update api_keys set name = name where organization_id = ${tx.organizationId}`)

export const updateExpiry = (tx: KeyTx, id: string, at: Date | null) =>
  tx.run(sql`
    update api_keys set expires_at = ${at}::timestamptz where organization_id = ${tx.organizationId} and id = ${id}`)

export const deleteKey = (tx: KeyTx, id: string) =>
  tx.first<{ name: string }>(
    sql`delete from api_keys where organization_id = ${tx.organizationId} and id = ${id} returning name`,
  )

export const markFirstUse = async (tx: OrganizationTx, id: string): Promise<string | undefined> => {
  const first = await tx.first<{ name: string }>(sql`
    update api_keys set first_used_at = ${tx.now}, last_used_at = ${tx.now}
     where organization_id = ${tx.organizationId} and id = ${id} and first_used_at is null returning name`)
  return first?.name
}

export const markLastUse = (tx: OrganizationTx, id: string) =>
  tx.run(sql`update api_keys set last_used_at = ${tx.now} where organization_id = ${tx.organizationId} and id = ${id}`)

export const countDeprecatedCalls = (tx: OrganizationTx, item: string, calls: ReadonlyMap<string, number>) =>
  tx.run(sql`
    insert into deprecated_calls as d (organization_id, item, caller, day, calls, last_seen_at)
    select ${tx.organizationId}, ${item}, r.caller, ${tx.now.toISOString().slice(0, 10)}::date, r.calls, ${tx.now}
      from unnest(${[...calls.keys()]}::text[], ${[...calls.values()]}::bigint[]) as r(caller, calls)
    on conflict (organization_id, item, caller, day) do update
      set calls = d.calls + excluded.calls, last_seen_at = excluded.last_seen_at`)
