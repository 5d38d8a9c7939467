import type { StreamTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Span } from '../rules.ts'
import { within } from '../store.ts'
import type { Text } from './rules.ts'
import { limits } from './schema.ts'

/** The newest first, a batch at a time. */
export const streamTexts = (tx: StreamTx, span: Span): AsyncGenerator<Text[]> =>
  tx.stream(
    sql<Text>`
      select rating, title, body, locale
        from reviews
       where store_env_id = ${tx.storeEnvId} and status = 'approved' and ${within('submitted_at', span)}
       order by submitted_at desc, id desc limit ${sql.lit(limits.texts)}`,
    200,
  )
