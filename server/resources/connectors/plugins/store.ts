import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

export type NewString = {
  id: string
  connectionId: string
  keyId: string
  toEvident: Buffer
  toShop: Buffer
  page: string
  mayReply: boolean
  endsAt: Date | null
}

export const insert = (tx: StoreTx, row: NewString) =>
  tx.run(sql`
    insert into shop_connection_strings (store_env_id, id, connection_id, api_key_id, to_evident, to_shop, page, may_reply,
                                         created_at, ends_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.connectionId}, ${row.keyId}, ${row.toEvident}, ${row.toShop}, ${row.page},
            ${row.mayReply}, ${tx.now}, ${row.endsAt}::timestamptz)`)

export type ConnectionString = {
  id: string
  keyId: string
  toEvident: Buffer
  toShop: Buffer
  page: string
  mayReply: boolean
  createdAt: string
  endsAt: string | null
}

/** Returns valid strings, newest first. */
export const listLive = (tx: StoreTx, connectionId: string) =>
  tx.all<ConnectionString>(sql`
    select s.id, s.api_key_id as "keyId", s.to_evident as "toEvident", s.to_shop as "toShop", s.page, s.may_reply as "mayReply",
           s.created_at as "createdAt", s.ends_at as "endsAt"
      from shop_connection_strings s
     where s.store_env_id = ${tx.storeEnvId} and s.connection_id = ${connectionId}
       and (s.ends_at is null or s.ends_at > ${tx.now})
     order by s.id desc`)

export const updateEnd = (tx: StoreTx, id: string, at: Date | null) =>
  tx.run(sql`
    update shop_connection_strings s set ends_at = ${at}::timestamptz
     where s.store_env_id = ${tx.storeEnvId} and s.id = ${id}`)

export type EndedString = { keyId: string; connectionId: string }

const ended = sql.raw('api_key_id as "keyId", connection_id as "connectionId"')

export const deleteString = (tx: StoreTx, id: string) =>
  tx.run(sql`delete from shop_connection_strings s where s.store_env_id = ${tx.storeEnvId} and s.id = ${id}`)

export const deleteOfShop = (tx: StoreTx, connectionId: string) =>
  tx.all<EndedString>(sql`
    delete from shop_connection_strings s
     where s.store_env_id = ${tx.storeEnvId} and s.connection_id = ${connectionId} returning ${ended}`)

export const deleteEnded = (tx: StoreTx) =>
  tx.all<EndedString>(sql`
    delete from shop_connection_strings s
     where s.store_env_id = ${tx.storeEnvId} and s.ends_at <= ${tx.now} returning ${ended}`)

/** The time at which the next string expires. */
export const findNextEnd = async (tx: StoreTx): Promise<Date | undefined> => {
  const row = await tx.first<{ at: string | null }>(sql`
    select min(s.ends_at) as at from shop_connection_strings s where s.store_env_id = ${tx.storeEnvId}`)
  return row?.at ? new Date(row.at) : undefined
}

export const listOrigins = async (tx: StoreTx): Promise<string[]> => {
  const row = await tx.first<{ origins: string[] }>(sql`select s.origins from stores s where s.id = ${tx.storeEnvId}`)
  return row?.origins ?? []
}

export type Report = { version: string | null; shopVersion: string | null; callback: string; saidAt: Date }

export const updateReport = (tx: StoreTx, connectionId: string, { version, shopVersion, callback, saidAt }: Report) =>
  tx.run(sql`
    update shop_connections c
       set plugin_version = ${version}, plugin_shop_version = ${shopVersion}, plugin_callback = ${callback},
           plugin_said_at = ${saidAt}, plugin_seen_at = ${tx.now}, last_webhook_at = ${tx.now}
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${connectionId}`)

export const updateHandedOver = (
  tx: StoreTx,
  connectionId: string,
  { address, saidAt }: { address: string; saidAt: Date },
) =>
  tx.run(sql`
    update shop_connections c
       set plugin_credentials_at = ${saidAt}, address = ${address}, last_webhook_at = ${tx.now}, updated_at = ${tx.now}
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${connectionId}`)

/** A connection made with a connection string is named after its address, until a person names it. */
export const updateNameless = (tx: StoreTx, connectionId: string, before: string, name: string) =>
  tx.run(sql`
    update shop_connections c set name = ${name}
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${connectionId} and c.name = ${before}`)
