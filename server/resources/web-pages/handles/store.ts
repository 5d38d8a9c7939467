// SQL of handles. Another store's row is invisible here, and only causes a conflict.
import type { StoreTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import type { Handles } from './rules.ts'
import { maxFormerHandles } from './schema.ts'

/** Runs before the tenant is known, because its result is the tenant. */
export const byHandle = (handle: string): Query<{ storeEnvId: string }> => sql`
    select store_env_id as "storeEnvId" from app.find_web_page_store(${handle})`

export async function find(tx: StoreTx): Promise<Handles> {
  const rows = await tx.all<{ handle: string; is_current: boolean }>(sql`
    select h.handle, h.is_current from web_page_handles h
     where h.store_env_id = ${tx.storeEnvId} order by h.since desc, h.handle`)
  return {
    handle: rows.find(({ is_current }) => is_current)?.handle ?? null,
    former: rows.filter(({ is_current }) => !is_current).map(({ handle }) => handle),
  }
}

export const lock = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`web page handle ${tx.storeEnvId}`}::text, 0))`)

export const findStoreName = async (tx: StoreTx): Promise<string> => {
  const row = await tx.first<{ name: string }>(
    sql`select s.name from stores s where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`,
  )
  return row?.name ?? ''
}

/** Does nothing if any store already has the handle. */
export const insert = (tx: StoreTx, handle: string): Promise<number> =>
  tx.run(sql`
    insert into web_page_handles (handle, store_env_id, is_current, since) values (${handle}, ${tx.storeEnvId}, true, ${tx.now})
    on conflict (handle) do nothing`)

export const retireCurrent = (tx: StoreTx): Promise<number> =>
  tx.run(sql`
    update web_page_handles set is_current = false, since = ${tx.now} where store_env_id = ${tx.storeEnvId} and is_current`)

/** Makes a former handle of this store its current handle again. */
export const takeUp = (tx: StoreTx, handle: string): Promise<number> =>
  tx.run(sql`
    update web_page_handles set is_current = true, since = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and handle = ${handle}`)

export const deleteOld = (tx: StoreTx): Promise<number> =>
  tx.run(sql`
    delete from web_page_handles h
     where h.store_env_id = ${tx.storeEnvId} and h.handle in (
       select o.handle from web_page_handles o
        where o.store_env_id = ${tx.storeEnvId} and not o.is_current
        order by o.since desc, o.handle offset ${maxFormerHandles}::integer)`)
