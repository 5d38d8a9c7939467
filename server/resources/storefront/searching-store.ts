// SQL of searches. Row-level security prevents a text index, so the newest reviews are scanned, up to a limit.

import { decodeCursor, fetchLimit, type Page, toPage } from '#platform/calls/paging/page.ts'
import { containsText } from '#platform/db/contains.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type Query, sql } from '#platform/db/query.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { behindRanked, type ReviewRow, toShown, wordsIn } from './rules.ts'
import { type ShownReview, type Sort, searchedReviews } from './schema.ts'
import {
  havingPhotos,
  inPool,
  isFound,
  isIn,
  joinProduct,
  type ListRequest,
  type ListRow,
  narrowed,
  originColumns,
  readFrom,
  reviewColumns,
  shown,
  tablesOf,
} from './store.ts'

export async function search(
  tx: StoreTx,
  request: ListRequest & { q: string },
  media: Media,
): Promise<Page<ShownReview>> {
  const rows = await tx.all(selectPage(tx, request))
  const found = rows.filter(isFound)
  const total = request.includeTotal ? (rows[0]?.total ?? 0) : undefined
  const placeIn = ({ submitted_at: at, id, rank }: ReviewRow) => ({ at, id, rank })
  return toPage(found, request, placeIn, (row) => toShown(row, media), total)
}

function selectPage(tx: StoreTx, request: ListRequest & { q: string }): Query<ListRow> {
  const tables = tablesOf(tx, request)
  const after = behindRanked(decodeCursor(request.cursor))
  const behind = after
    ? sql`where (f.rank, f.submitted_at, f.id) < (${after.rank}::integer, ${after.at}::timestamptz, ${after.id}::uuid)`
    : sql``
  const total = request.includeTotal ? sql`(select count(*) from found)` : sql`0::bigint`
  return sql<ListRow>`
    with ${tables ? sql`${tables},` : sql``} found as materialized (${matching(tx, request)})
    select t.total, r.*
      from (select ${total} as total) t
      left join lateral (
           select r.rank, ${reviewColumns(tx, request)}
             from (select f.* from found f ${behind} order by f.rank desc, f.submitted_at desc, f.id desc
                    limit ${fetchLimit(request)}) r
             ${joinProduct(tx, request)}) r on true
     order by r.rank desc, r.submitted_at desc, r.id desc`
}

function matching(tx: StoreTx, request: ListRequest & { q: string }) {
  const { rating, hasPhotos, categoryId, platformProductId, q, sort = 'newest' } = request
  const contained = wordsIn(q).map((word) => {
    const contains = (column: string) => containsText(column, word)
    return sql`and (${contains('r.title')} or ${contains('r.body')} or ${contains('r.reply_body')})`
  })
  return sql`
    select r.* from (
           select ${ranks[sort]} as rank, r.id, r.product_id, r.rating, r.title, r.body, r.author_name, r.verified, r.incentive, r.relationship,
                  r.helpful_count, r.reply_body, r.reply_author_name, r.replied_at, r.locale, r.submitted_at, r.corrected_at, r.photo_count,
                  r.attribute_values, r.detected_language ${originColumns(request)}
             ${readFrom(tx, request)}
            where ${shown(tx, request)} ${inPool(request)} ${narrowed(tx, request)} ${rating === undefined ? sql`` : sql`and r.rating = ${rating}`} ${havingPhotos(hasPhotos)}
            order by r.submitted_at desc, r.id desc limit ${sql.lit(searchedReviews)}) r
     where ${categoryId === undefined || platformProductId !== undefined ? sql`true` : isIn(tx, categoryId)}
           ${sql.join(contained, sql` `)}`
}

const ranks: Record<Sort, ReturnType<typeof sql>> = {
  newest: sql`0`,
  highest: sql`r.rating::integer`,
  lowest: sql`6 - r.rating`,
  photos: sql`(r.photo_count > 0)::integer`,
  helpful: sql`r.helpful_count`,
}
