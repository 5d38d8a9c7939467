import type { StoreReads, StreamTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Span } from '../rules.ts'
import { within } from '../store.ts'
import type { TopicText } from './topic-rules.ts'

/** The batches are small, because finding words takes longer in languages without spaces. */
const batchSize = 200

export const streamTopicTexts = (
  tx: StreamTx,
  span: Pick<Span, 'begin' | 'end'>,
  limit: number,
): AsyncGenerator<TopicText[]> =>
  tx.stream(
    sql<TopicText>`
      select r.id, r.rating, r.title, r.body, r.locale, p.title as "productTitle"
        from reviews r left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
       where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and r.product_id is not null and ${within('r.submitted_at', span)}
       order by r.submitted_at desc, r.id desc limit ${limit}`,
    batchSize,
  )

export type QuotedText = TopicText & { submittedAt: string }

export const listQuoted = (tx: StoreReads, ids: readonly string[]) =>
  tx.all<QuotedText>(sql`
    select r.id, r.rating, r.title, r.body, r.locale, p.title as "productTitle", r.submitted_at as "submittedAt"
      from reviews r left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
     where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and r.id = any(${ids}::uuid[])`)
