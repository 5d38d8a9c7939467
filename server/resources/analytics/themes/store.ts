import type { StreamTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Span } from '../rules.ts'
import { within } from '../store.ts'
import type { Text } from './rules.ts'

export const streamTexts = (tx: StreamTx, span: Pick<Span, 'begin' | 'end'>, limit: number): AsyncGenerator<Text[]> =>
  tx.stream(
    sql<Text>`
      select r.rating, r.title, r.body, r.locale from reviews r
       where r.store_env_id = ${tx.storeEnvId} and r.status = 'approved' and r.product_id is not null and ${within('r.submitted_at', span)}
       order by r.submitted_at desc, r.id desc limit ${limit}`,
    500,
  )
