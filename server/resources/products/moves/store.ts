import { decodeCursor, fetchLimit, listNewest, type Page, toPage } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Claim } from '#platform/jobs/resumable.ts'
import { invalidField } from '#platform/values/errors.ts'
import { findUndoEnd, type SoldProduct } from './rules.ts'
import type { MoveStatus, RecreatedPair, RecreatedQuery, ReviewMove, ReviewMoveQuery } from './schema.ts'

type MoveRow = {
  id: string
  from_product_id: string
  to_product_id: string
  from_platform_id: string
  to_platform_id: string
  from_title: string | null
  to_title: string | null
  status: MoveStatus
  moved: number
  skipped: number
  undo_requested_at: string | null
  created_at: string
  completed_at: string | null
}

const columns = sql.raw(`
  m.id, m.from_product_id, m.to_product_id, f.platform_product_id as from_platform_id, f.title as from_title,
  t.platform_product_id as to_platform_id, t.title as to_title, m.status, m.moved, m.skipped, m.undo_requested_at, m.created_at,
  m.completed_at`)

const fromMoves = (tx: Pick<StoreReads, 'storeEnvId'>) => sql`
  review_moves m
    join products f on f.store_env_id = ${tx.storeEnvId} and f.id = m.from_product_id
    join products t on t.store_env_id = ${tx.storeEnvId} and t.id = m.to_product_id
   where m.store_env_id = ${tx.storeEnvId}`

const toMove =
  (now: Date) =>
  (row: MoveRow): ReviewMove => {
    const completedAt = row.completed_at === null ? null : new Date(row.completed_at)
    const end = findUndoEnd({ status: row.status, completedAt, isUndone: row.undo_requested_at !== null }, now)
    return {
      id: row.id,
      from: { id: row.from_product_id, platformProductId: row.from_platform_id, title: row.from_title },
      to: { id: row.to_product_id, platformProductId: row.to_platform_id, title: row.to_title },
      status: row.status,
      moved: row.moved,
      skipped: row.skipped,
      undoableUntil: end?.toISOString() ?? null,
      createdAt: row.created_at,
      completedAt: row.completed_at,
    }
  }

export const list = (tx: StoreTx, query: ReviewMoveQuery): Promise<Page<ReviewMove>> =>
  listNewest(tx, query, { columns: sql<MoveRow>`${columns}`, from: fromMoves(tx), table: 'm' }, toMove(tx.now))

export async function find(tx: StoreTx, id: string): Promise<ReviewMove | undefined> {
  const row = await tx.first<MoveRow>(sql`select ${columns} from ${fromMoves(tx)} and m.id = ${id}`)
  return row && toMove(tx.now)(row)
}

export const lock = (tx: StoreTx, id: string) =>
  tx.first<{ id: string }>(
    sql`select m.id from review_moves m where m.store_env_id = ${tx.storeEnvId} and m.id = ${id} for update`,
  )

/** Returns the status of each product, and whether a variant of it is on sale. */
export const listSold = (tx: StoreReads, ids: readonly string[]) =>
  tx.all<SoldProduct>(sql`
    select p.id, p.status,
           exists (select from product_variants v
                    where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id and v.retired_at is null) as "hasLiveVariant"
      from products p
     where p.store_env_id = ${tx.storeEnvId} and p.id = any(${ids}::uuid[])`)

export const insert = (tx: StoreTx, { id, from, to }: { id: string; from: string; to: string }) =>
  tx.run(sql`
    insert into review_moves (store_env_id, id, from_product_id, to_product_id, status, moved, skipped, created_at, updated_at)
    values (${tx.storeEnvId}, ${id}, ${from}, ${to}, 'queued', 0, 0, ${tx.now}, ${tx.now})`)

export const updateUndoRequested = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update review_moves
       set status = 'queued', undo_requested_at = ${tx.now}, at_submitted = null, at_id = null, completed_at = null,
           updated_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export type ClaimedMove = {
  id: string
  from: string
  to: string
  isUndo: boolean
  atSubmitted: string | null
  atId: string | null
}

export const claim = (tx: StoreTx, id: string, { holder, until }: Claim) =>
  tx.first<ClaimedMove>(sql`
    update review_moves m
       set status = 'running', lease_holder = ${holder}, lease_until = ${until}, updated_at = ${tx.now}
     where m.store_env_id = ${tx.storeEnvId} and m.id = ${id} and m.status in ('queued', 'running')
       and (m.lease_until is null or m.lease_until <= ${tx.now})
    returning m.id, m.from_product_id as "from", m.to_product_id as "to", m.undo_requested_at is not null as "isUndo",
              m.at_submitted as "atSubmitted", m.at_id as "atId"`)

export const renew = (tx: StoreTx, id: string, { holder, until }: Claim) =>
  tx.run(sql`
    update review_moves m set lease_until = ${until}
     where m.store_env_id = ${tx.storeEnvId} and m.id = ${id} and m.status = 'running' and m.lease_holder = ${holder}`)

export type Progress = { moved: number; skipped: number; atSubmitted: string | null; atId: string | null }

export const updateProgress = (tx: StoreTx, id: string, { moved, skipped, atSubmitted, atId }: Progress) =>
  tx.run(sql`
    update review_moves m
       set moved = m.moved + ${moved}, skipped = m.skipped + ${skipped}, at_submitted = ${atSubmitted}::timestamptz,
           at_id = ${atId}::uuid, updated_at = ${tx.now}
     where m.store_env_id = ${tx.storeEnvId} and m.id = ${id}`)

export const updateEnded = (tx: StoreTx, id: string, status: 'completed' | 'failed' | 'undone') =>
  tx.run(sql`
    update review_moves m
       set status = ${status}, completed_at = ${tx.now}, lease_holder = null, lease_until = null, updated_at = ${tx.now}
     where m.store_env_id = ${tx.storeEnvId} and m.id = ${id}`)

export const insertItems = (tx: StoreTx, id: string, reviewIds: readonly string[]) =>
  tx.run(sql`
    insert into review_move_items (store_env_id, move_id, review_id)
    select ${tx.storeEnvId}, ${id}, r.id from unnest(${reviewIds}::uuid[]) as r(id)
    on conflict (store_env_id, move_id, review_id) do nothing`)

export const listItems = (tx: StoreReads, id: string, after: string | null, limit: number) =>
  tx.all<{ id: string }>(sql`
    select i.review_id as id from review_move_items i
     where i.store_env_id = ${tx.storeEnvId} and i.move_id = ${id} and (${after}::uuid is null or i.review_id > ${after}::uuid)
     order by i.review_id limit ${limit}`)

export const deleteItems = (tx: StoreTx, id: string) =>
  tx.run(sql`delete from review_move_items where store_env_id = ${tx.storeEnvId} and move_id = ${id}`)

type RecreatedRow = {
  id: string
  created_at: string
  from_platform_id: string
  from_title: string | null
  to_id: string
  to_platform_id: string
  to_title: string | null
  by: 'sku' | 'gtin'
  reviews: number
}

/**
 * Returns each product once, with the product on sale that replaced it. A match by SKU counts before one by GTIN, and
 * a newer product before an older one.
 */
export async function listRecreated(tx: StoreTx, query: RecreatedQuery): Promise<Page<RecreatedPair>> {
  const position = decodeCursor(query.cursor)
  if (position && (!position.at.includes('T') || position.rank !== undefined))
    throw invalidField('/cursor', 'is not a cursor of this list')
  const behind = position ? sql`and (f.created_at, f.id) < (${position.at}::timestamptz, ${position.id}::uuid)` : sql``
  const rows = await tx.all<RecreatedRow>(sql`
    select ${recreatedColumns(tx)} from ${recreated(tx)} ${behind} order by f.created_at desc, f.id desc limit ${fetchLimit(query)}`)
  const total = query.includeTotal
    ? (await tx.first<{ count: number }>(sql`select count(*) as count from ${recreated(tx)}`))?.count
    : undefined
  return toPage(rows, query, ({ id, created_at: at }) => ({ at, id }), toRecreated, total)
}

const recreatedColumns = (tx: StoreReads) => sql<RecreatedRow>`
  f.id, f.created_at, f.platform_product_id as from_platform_id, f.title as from_title, t.id as to_id,
  t.platform_product_id as to_platform_id, t.title as to_title, t.by,
  (select count(*) from reviews r where r.store_env_id = ${tx.storeEnvId} and r.product_id = f.id) as reviews`

const recreated = (tx: StoreReads) => sql`
  products f
    cross join lateral (
      select s.by, t.id, t.platform_product_id, t.title
        from (select 'sku' as by, 1 as rank, w.product_id
                from product_variants v
                join product_variants w on w.store_env_id = ${tx.storeEnvId} and w.sku = v.sku and w.retired_at is null
               where v.store_env_id = ${tx.storeEnvId} and v.product_id = f.id and v.sku is not null
              union all
              select 'gtin', 2, w.product_id
                from product_variants v
                join product_variants w on w.store_env_id = ${tx.storeEnvId} and w.gtin_key = v.gtin_key and w.retired_at is null
                 and w.gtin_is_valid
               where v.store_env_id = ${tx.storeEnvId} and v.product_id = f.id and v.gtin_is_valid) s
        join products t on t.store_env_id = ${tx.storeEnvId} and t.id = s.product_id and t.status = 'active'
       where s.product_id <> f.id
       order by s.rank, t.created_at desc, t.id desc limit 1) t
   where f.store_env_id = ${tx.storeEnvId}
     and exists (select from reviews r where r.store_env_id = ${tx.storeEnvId} and r.product_id = f.id)
     and (f.status = 'archived'
          or not exists (select from product_variants v
                          where v.store_env_id = ${tx.storeEnvId} and v.product_id = f.id and v.retired_at is null))`

const toRecreated = (row: RecreatedRow): RecreatedPair => ({
  from: { id: row.id, platformProductId: row.from_platform_id, title: row.from_title },
  to: { id: row.to_id, platformProductId: row.to_platform_id, title: row.to_title },
  by: row.by,
  reviews: row.reviews,
})
