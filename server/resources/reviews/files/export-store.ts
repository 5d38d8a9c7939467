import type { StreamTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Media } from '#platform/files/storage/media.ts'
import { conditions } from '../listing-store.ts'
import type { Review, ReviewFilters } from '../schema.ts'
import { columns, type Row, type StoredRow, toReview, withProduct } from '../store.ts'

export async function* streamReviews(tx: StreamTx, filters: ReviewFilters, media: Media): AsyncGenerator<Review[]> {
  const reviews = sql<StoredRow>`
    select ${columns} from reviews r
     where r.store_env_id = ${tx.storeEnvId} ${sql.join(conditions(tx, filters), sql` `)}`
  const query = withProduct(tx, reviews)
  for await (const rows of tx.stream(sql<Row>`${query} order by r.submitted_at desc, r.id desc`, 500)) {
    yield rows.map((row) => toReview(row, media))
  }
}
