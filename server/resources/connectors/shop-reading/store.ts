import type { Position, Warning } from '#integrations/shops/shop.ts'
import { listNewest, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import type { MissingVariant } from '#resources/products/rules.ts'
import { type Counts, noCounts } from '../shops/rules.ts'
import type { Kind, Sync, SyncStatus, Trigger } from '../shops/schema.ts'

export type Phase = 'products' | 'verify' | 'missing' | 'retire' | 'orders' | 'end'

export type Run = {
  id: string
  connection_id: string
  kind: Kind
  trigger: Trigger
  status: SyncStatus
  phase: Phase
  position: Position | null
  pages: number
  stale_pages: number
  read: number
  pass: string | null
  pass_read: number
  read_variants: number
  restarts: number
  restarting_since: string | null
  total: number | null
  counts: Partial<Counts>
  would_retire: number | null
  is_confirmed: boolean
  warnings: Warning[]
  error: { code: string; message: string } | null
  attempts: number
  failing_since: string | null
  paused_until: string | null
  leased_by: string | null
  leased_until: string | null
  started_at: string | null
  finished_at: string | null
  created_at: string
}

const columns = sql<Run>`
  y.id, y.connection_id, y.kind, y.trigger, y.status, y.phase, y.position, y.pages, y.stale_pages, y.read, y.pass, y.pass_read,
  y.read_variants, y.restarts, y.restarting_since, y.total, y.counts, y.would_retire, y.is_confirmed, y.warnings, y.error, y.attempts, y.failing_since, y.paused_until,
  y.leased_by, y.leased_until, y.started_at, y.finished_at, y.created_at`

export const find = (tx: StoreTx, connectionId: string, id: string) =>
  tx.first<Run>(sql`
    select ${columns} from shop_syncs y
     where y.store_env_id = ${tx.storeEnvId} and y.connection_id = ${connectionId} and y.id = ${id}`)

export const findAny = (tx: StoreTx, id: string) =>
  tx.first<Run>(sql`select ${columns} from shop_syncs y where y.store_env_id = ${tx.storeEnvId} and y.id = ${id}`)

export const lock = (tx: StoreTx, id: string) =>
  tx.first<Run>(sql`
    select ${columns} from shop_syncs y where y.store_env_id = ${tx.storeEnvId} and y.id = ${id} for update`)

export const lockUnfinished = (tx: StoreTx, kind?: Kind) =>
  tx.first<Run>(sql`
    select ${columns} from shop_syncs y
     where y.store_env_id = ${tx.storeEnvId} and y.status in ('queued', 'running')
       ${kind === undefined ? sql`` : sql`and y.kind = ${kind}`}
     order by y.kind limit 1 for update`)

export const findLast = (tx: StoreTx, connectionId: string) =>
  tx.first<Run>(sql`
    select ${columns} from shop_syncs y
     where y.store_env_id = ${tx.storeEnvId} and y.connection_id = ${connectionId} and y.kind = 'catalogue'
     order by y.created_at desc, y.id desc limit 1`)

export const list = (tx: StoreTx, connectionId: string, request: PageRequest) =>
  listNewest(
    tx,
    request,
    {
      columns,
      from: sql`shop_syncs y where y.store_env_id = ${tx.storeEnvId} and y.connection_id = ${connectionId}`,
      table: 'y',
    },
    toSync,
  )

export const toSync = (row: Run): Sync => ({
  id: row.id,
  connectionId: row.connection_id,
  kind: row.kind,
  trigger: row.trigger,
  status: row.status,
  progress: { read: row.read, total: row.total },
  counts: { ...noCounts, ...row.counts },
  wouldRetire: row.would_retire,
  warnings: row.warnings,
  error: row.error,
  attempts: row.attempts,
  pausedUntil: row.paused_until,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
  createdAt: row.created_at,
})

export const insert = (tx: StoreTx, row: { id: string; connectionId: string; kind: Kind; trigger: Trigger }) =>
  tx.run(sql`
    insert into shop_syncs (store_env_id, id, connection_id, kind, trigger, status, phase, created_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.connectionId}, ${row.kind}, ${row.trigger}, 'queued',
            ${row.kind === 'orders' ? 'orders' : 'products'}, ${tx.now})`)

export const lease = async (tx: StoreTx, id: string, holder: string, until: Date): Promise<boolean> =>
  (await tx.run(sql`
    update shop_syncs y
       set status = 'running', leased_by = ${holder}, leased_until = ${until}, paused_until = null,
           started_at = coalesce(y.started_at, ${tx.now}::timestamptz)
     where y.store_env_id = ${tx.storeEnvId} and y.id = ${id} and y.status in ('queued', 'running')
       and (y.leased_until is null or y.leased_until <= ${tx.now})`)) > 0

export const extendLease = async (tx: StoreTx, id: string, holder: string, until: Date): Promise<boolean> =>
  (await tx.run(sql`
    update shop_syncs y set leased_until = ${until}
     where y.store_env_id = ${tx.storeEnvId} and y.id = ${id} and y.status = 'running' and y.leased_by = ${holder}`)) >
  0

export const release = (tx: StoreTx, id: string, holder: string) =>
  tx.run(sql`
    update shop_syncs y set leased_by = null, leased_until = null
     where y.store_env_id = ${tx.storeEnvId} and y.id = ${id} and y.leased_by = ${holder}`)

export const updateProgress = (tx: StoreTx, run: Run) =>
  tx.run(sql`
    update shop_syncs y
       set phase = ${run.phase}, position = ${run.position && JSON.stringify(run.position)}::jsonb, pages = ${run.pages},
           stale_pages = ${run.stale_pages}, read = ${run.read}, pass_read = ${run.pass_read},
           read_variants = ${run.read_variants}, total = ${run.total},
           counts = ${JSON.stringify(run.counts)}::jsonb, warnings = ${JSON.stringify(run.warnings)}::jsonb,
           would_retire = ${run.would_retire}, attempts = ${run.attempts}, failing_since = ${run.failing_since}::timestamptz
     where y.store_env_id = ${tx.storeEnvId} and y.id = ${run.id}`)

export const updatePaused = (
  tx: StoreTx,
  id: string,
  row: { attempts: number; failingSince: Date; until: Date; error: Run['error'] },
) =>
  tx.run(sql`
    update shop_syncs y
       set attempts = ${row.attempts}, failing_since = ${row.failingSince}, paused_until = ${row.until}, leased_by = null,
           leased_until = null, error = ${JSON.stringify(row.error)}::jsonb
     where y.store_env_id = ${tx.storeEnvId} and y.id = ${id}`)

/** Restarts the sync as if it had seen nothing. `read` is preserved, because it must never fall. */
export const updateRestarted = (tx: StoreTx, id: string, row: { restarts: number; since: Date }) =>
  tx.run(sql`
    update shop_syncs y
       set restarts = ${row.restarts}, restarting_since = ${row.since}, pass = ${newId(tx.now.getTime())}, pass_read = 0,
           read_variants = 0, position = null, pages = 0, stale_pages = 0,
           phase = case when y.kind = 'catalogue' then 'products' else y.phase end
     where y.store_env_id = ${tx.storeEnvId} and y.id = ${id}`)

export const wakePaused = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update shop_syncs y set paused_until = null where y.store_env_id = ${tx.storeEnvId} and y.id = ${id}`)

export const updateEnded = (tx: StoreTx, id: string, status: SyncStatus, error: Run['error'] = null) =>
  tx.run(sql`
    update shop_syncs y
       set status = ${status}, error = ${error && JSON.stringify(error)}::jsonb, finished_at = ${tx.now}, paused_until = null,
           leased_by = null, leased_until = null
     where y.store_env_id = ${tx.storeEnvId} and y.id = ${id}`)

export const updateConfirmed = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update shop_syncs y
       set status = 'queued', phase = 'missing', position = null, is_confirmed = true, finished_at = null, attempts = 0,
           failing_since = null
     where y.store_env_id = ${tx.storeEnvId} and y.id = ${id}`)

export const cancelUnfinished = (tx: StoreTx, connectionId: string) =>
  tx.run(sql`
    update shop_syncs y set status = 'cancelled', finished_at = ${tx.now}, paused_until = null, leased_by = null, leased_until = null
     where y.store_env_id = ${tx.storeEnvId} and y.connection_id = ${connectionId} and y.status in ('queued', 'running', 'held')`)

type Pass = Pick<Run, 'id' | 'pass' | 'connection_id'>
const passOf = ({ pass, id }: Pass) => pass ?? id

/** Returns the number of products that the current attempt had not seen before. */
export const markSeen = (tx: StoreTx, run: Pass, platformIds: readonly string[]) =>
  tx.run(sql`
    insert into shop_products (store_env_id, platform_product_id, connection_id, seen_by)
    select ${tx.storeEnvId}, r.id, ${run.connection_id}, ${passOf(run)}
      from unnest(${[...new Set(platformIds)].sort()}::text[]) r(id)
    on conflict (store_env_id, platform_product_id) do update
      set connection_id = excluded.connection_id, seen_by = excluded.seen_by
      where shop_products.seen_by <> excluded.seen_by`)

/**
 * Records a product that was read outside of a sync. A running sync that has not seen the product asks the shop before
 * the product counts as deleted.
 */
export const insertBrought = (tx: StoreTx, connectionId: string, platformId: string) =>
  tx.run(sql`
    insert into shop_products (store_env_id, platform_product_id, connection_id, seen_by)
    values (${tx.storeEnvId}, ${platformId}, ${connectionId}, ${newId(tx.now.getTime())})
    on conflict (store_env_id, platform_product_id) do update set connection_id = excluded.connection_id
      where shop_products.connection_id <> excluded.connection_id`)

export const isBrought = async (tx: StoreTx, connectionId: string, platformId: string): Promise<boolean> =>
  (await tx.first<{ one: number }>(sql`
    select 1 as one from shop_products s
     where s.store_env_id = ${tx.storeEnvId} and s.platform_product_id = ${platformId} and s.connection_id = ${connectionId}`)) !==
  undefined

export const listElsewhere = (
  tx: StoreTx,
  connectionId: string,
  platformProductId: string,
  variants: readonly string[],
) =>
  tx.all<{ id: string }>(sql`
    select v.id from product_variants v
      join products p on p.store_env_id = ${tx.storeEnvId} and p.id = v.product_id
      join shop_products s on s.store_env_id = ${tx.storeEnvId} and s.platform_product_id = p.platform_product_id
       and s.connection_id = ${connectionId}
     where v.store_env_id = ${tx.storeEnvId} and v.platform_variant_id = any(${variants}::text[]) and v.retired_at is null
       and p.platform_product_id <> ${platformProductId}`)

/** Products of this shop that this sync has not seen and that are not archived. */
export const listUnseen = (tx: StoreTx, run: Pass, after: string, limit: number) =>
  tx.all<{ platformProductId: string; title: string | null; variants: number }>(sql`
    select s.platform_product_id as "platformProductId", p.title,
           (select count(*) from product_variants v
             where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id and v.retired_at is null) as variants
      from shop_products s
      join products p on p.store_env_id = ${tx.storeEnvId} and p.platform_product_id = s.platform_product_id
     where s.store_env_id = ${tx.storeEnvId} and s.connection_id = ${run.connection_id} and s.seen_by <> ${passOf(run)}
       and s.platform_product_id > ${after} and p.status <> 'archived'
     order by s.platform_product_id limit ${limit}`)

export const listSome = (tx: StoreTx, connectionId: string, limit: number) =>
  tx.all<{ platformProductId: string }>(sql`
    select s.platform_product_id as "platformProductId" from shop_products s
     where s.store_env_id = ${tx.storeEnvId} and s.connection_id = ${connectionId}
     order by s.platform_product_id limit ${limit}`)

export async function countSeen(tx: StoreTx, run: Pass) {
  const row = await tx.first<{ ours: number; seen: number }>(sql`
    select count(*) as ours, count(*) filter (where s.seen_by = ${passOf(run)}) as seen
      from shop_products s where s.store_env_id = ${tx.storeEnvId} and s.connection_id = ${run.connection_id}`)
  return row ?? { ours: 0, seen: 0 }
}

export async function countLive(tx: StoreTx, connectionId: string): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from shop_products s
      join products p on p.store_env_id = ${tx.storeEnvId} and p.platform_product_id = s.platform_product_id
      join product_variants v on v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id and v.retired_at is null
     where s.store_env_id = ${tx.storeEnvId} and s.connection_id = ${connectionId}`)
  return row?.count ?? 0
}

export const deleteByPlatformIds = (tx: StoreTx, platformIds: readonly string[]) =>
  tx.run(sql`
    delete from shop_products s
     where s.store_env_id = ${tx.storeEnvId} and s.platform_product_id = any(${platformIds}::text[])`)

type MissingProduct = {
  platformProductId: string
  platformVariantId: string | null
  title: string | null
  variants: number
}

export const insertMissing = (
  tx: StoreTx,
  syncId: string,
  state: 'found_missing' | 'confirmed',
  rows: readonly MissingProduct[],
) =>
  tx.run(sql`
    insert into shop_retirements (store_env_id, id, sync_id, platform_product_id, platform_variant_id, title, variants, state, reason, created_at)
    select ${tx.storeEnvId}, r.id, ${syncId}, r.product, r.variant, r.title, r.variants, ${state},
           case when r.variant is null then 'product_gone' else 'variant_gone' end, ${tx.now}
      from unnest(${rows.map(() => newId(tx.now.getTime()))}::uuid[], ${rows.map((row) => row.platformProductId)}::text[],
                  ${rows.map((row) => row.platformVariantId)}::text[], ${rows.map((row) => row.title)}::text[],
                  ${rows.map((row) => row.variants)}::int[]) r(id, product, variant, title, variants)
    on conflict on constraint shop_retirements_once do update
      set state = excluded.state, variants = excluded.variants where shop_retirements.state <> 'retired'`)

export const insertMissingVariants = (tx: StoreTx, syncId: string, missing: readonly MissingVariant[]) =>
  insertMissing(
    tx,
    syncId,
    'found_missing',
    missing.map((each) => ({ ...each, variants: 1 })),
  )

/**
 * Lists variants of this page that the sync found missing from another product. The caller retires them there before it
 * writes the page. The query starts from the missing rows, because they are few.
 */
export const listMoved = (tx: StoreTx, syncId: string, variants: readonly string[], products: readonly string[]) =>
  tx.all<{ variantId: string }>(sql`
    with missing as materialized (
      select t.platform_product_id, t.platform_variant_id from shop_retirements t
       where t.store_env_id = ${tx.storeEnvId} and t.sync_id = ${syncId} and t.state = 'found_missing'
         and t.platform_variant_id = any(${variants}::text[]) and t.platform_product_id <> all(${products}::text[]))
    select v.id as "variantId" from missing t
     cross join lateral (
           select p.id from products p
            where p.store_env_id = ${tx.storeEnvId} and p.platform_product_id = t.platform_product_id offset 0) p
     cross join lateral (
           select v.id from product_variants v
            where v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id
              and v.platform_variant_id = t.platform_variant_id and v.retired_at is null offset 0) v`)

export const listMissing = (tx: StoreTx, syncId: string, state: 'found_missing' | 'confirmed', limit: number) =>
  tx.all<{ id: string; platformProductId: string; platformVariantId: string | null }>(sql`
    select t.id, t.platform_product_id as "platformProductId", t.platform_variant_id as "platformVariantId"
      from shop_retirements t
     where t.store_env_id = ${tx.storeEnvId} and t.sync_id = ${syncId} and t.state = ${state}
     order by t.platform_product_id, t.id limit ${limit}`)

export const updateRetirements = (
  tx: StoreTx,
  ids: readonly string[],
  state: 'confirmed' | 'retired' | 'still_there',
) =>
  tx.run(sql`
    update shop_retirements t set state = ${state} where t.store_env_id = ${tx.storeEnvId} and t.id = any(${ids}::uuid[])`)

export const askAgain = (tx: StoreTx, syncId: string) =>
  tx.run(sql`
    update shop_retirements t set state = 'found_missing'
     where t.store_env_id = ${tx.storeEnvId} and t.sync_id = ${syncId} and t.state = 'confirmed'`)

export const updateStillThere = (tx: StoreTx, syncId: string, found: readonly string[], variants: readonly string[]) =>
  tx.run(sql`
    update shop_retirements t set state = 'still_there'
     where t.store_env_id = ${tx.storeEnvId} and t.sync_id = ${syncId} and t.state = 'found_missing'
       and t.platform_product_id = any(${found}::text[])
       and (t.platform_variant_id is null or t.platform_variant_id = any(${variants}::text[]))`)

export async function countConfirmed(tx: StoreTx, syncId: string): Promise<number> {
  const row = await tx.first<{ count: number }>(sql`
    select coalesce(sum(t.variants), 0)::bigint as count from shop_retirements t
     where t.store_env_id = ${tx.storeEnvId} and t.sync_id = ${syncId} and t.state = 'confirmed'`)
  return row?.count ?? 0
}

export const findVariantIds = (
  tx: StoreTx,
  rows: readonly { platformProductId: string; platformVariantId: string | null }[],
) =>
  tx.all<{ id: string }>(sql`
    select v.id from unnest(${rows.map((row) => row.platformProductId)}::text[],
                            ${rows.map((row) => row.platformVariantId)}::text[]) r(product, variant)
      join products p on p.store_env_id = ${tx.storeEnvId} and p.platform_product_id = r.product
      join product_variants v on v.store_env_id = ${tx.storeEnvId} and v.product_id = p.id
       and v.platform_variant_id = r.variant and v.retired_at is null`)

type RetirementRow = MissingProduct & {
  id: string
  state: 'found_missing' | 'confirmed' | 'retired' | 'still_there'
  reason: 'product_gone' | 'variant_gone'
  created_at: string
}

export const listRetirements = (tx: StoreTx, syncId: string, request: PageRequest) =>
  listNewest(
    tx,
    request,
    {
      columns: sql<RetirementRow>`
        t.id, t.platform_product_id as "platformProductId", t.platform_variant_id as "platformVariantId", t.title, t.variants,
        t.state, t.reason, t.created_at`,
      from: sql`shop_retirements t where t.store_env_id = ${tx.storeEnvId} and t.sync_id = ${syncId}`,
      table: 't',
    },
    ({ created_at, ...row }) => ({ ...row, createdAt: created_at }),
  )
