import { after, fetchLimit, type Page, type PageRequest, toPage } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { notFound } from '#platform/values/errors.ts'
import type { NewReport, Report } from './report-schema.ts'

type Row = {
  id: string
  review_id: string
  reason: Report['reason']
  text: string | null
  created_at: string
  resolved_at: string | null
}

/** Locks a published review, so that its reports and their count change together. */
export const lockPublished = async (tx: StoreTx, reviewId: string): Promise<boolean> =>
  (await tx.first(sql`
    select r.id from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id = ${reviewId} and r.status = 'approved' for update`)) !==
  undefined

export const lock = async (tx: StoreTx, reviewId: string): Promise<boolean> =>
  (await tx.first(sql`
    select r.id from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = ${reviewId} for update`)) !==
  undefined

export type NewRow = NewReport & { id: string; reviewId: string; visitor: Buffer }

export const insert = async (tx: StoreTx, { id, reviewId, reason, text, visitor }: NewRow): Promise<boolean> =>
  (await tx.run(sql`
    insert into review_reports (store_env_id, id, review_id, reason, text, visitor, created_at)
    values (${tx.storeEnvId}, ${id}, ${reviewId}, ${reason}, ${text ?? null}, ${visitor}, ${tx.now})
    on conflict on constraint review_reports_once_per_visitor do nothing`)) > 0

export const updateResolved = (tx: StoreTx, reviewId: string): Promise<number> =>
  tx.run(sql`
    update review_reports set resolved_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and review_id = ${reviewId} and resolved_at is null`)

export const updateCount = (tx: StoreTx, reviewId: string) =>
  tx.run(sql`
    update reviews r
       set updated_at = ${tx.now},
           report_count = (select count(*) from review_reports p
                            where p.store_env_id = ${tx.storeEnvId} and p.review_id = ${reviewId} and p.resolved_at is null)
     where r.store_env_id = ${tx.storeEnvId} and r.id = ${reviewId}`)

/** One statement reads the review and its reports: no row means no review, a row without an id means no reports. */
export async function list(tx: StoreTx, reviewId: string, request: PageRequest): Promise<Page<Report>> {
  const ofReview = sql`p.store_env_id = ${tx.storeEnvId} and p.review_id = ${reviewId}`
  const total = sql`(select count(*) from review_reports p where ${ofReview})`
  const rows = await tx.all<{ total: number | null; review_id: string } & (Row | { id: null })>(sql`
    select p.id, r.id as review_id, p.reason, p.text, p.created_at, p.resolved_at,
           ${request.includeTotal ? total : sql`null::bigint`} as total
      from reviews r
      left join lateral (
           select p.id, p.reason, p.text, p.created_at, p.resolved_at from review_reports p
            where ${ofReview} ${after(request, 'created_at', 'p')}
            order by p.created_at desc, p.id desc
            limit ${fetchLimit(request)}) p on true
     where r.store_env_id = ${tx.storeEnvId} and r.id = ${reviewId}
     order by p.created_at desc, p.id desc`)
  const [first] = rows
  if (!first) throw notFound('review', reviewId)
  const found = rows.filter((row): row is Row & { total: number | null } => row.id !== null)
  return toPage(found, request, (row) => ({ at: row.created_at, id: row.id }), toReport, first.total ?? undefined)
}

const toReport = (row: Row): Report => ({
  id: row.id,
  reviewId: row.review_id,
  reason: row.reason,
  text: row.text,
  createdAt: row.created_at,
  resolvedAt: row.resolved_at,
})
