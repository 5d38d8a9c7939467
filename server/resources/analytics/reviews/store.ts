import type { StoreReads } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Span } from '../rules.ts'
import { periodOf, within } from '../store.ts'
import type { CountedReviews } from './rules.ts'

/** Index-only on reviews_submitted_idx: the texts are never touched. */
export const countReviews = (tx: StoreReads, span: Span): Promise<CountedReviews[]> =>
  tx.all<CountedReviews>(sql`
    select ${periodOf('submitted_at', span)} as period, count(*) as received,
           count(*) filter (where rating = 1) as ones, count(*) filter (where rating = 2) as twos,
           count(*) filter (where rating = 3) as threes, count(*) filter (where rating = 4) as fours,
           count(*) filter (where rating = 5) as fives,
           count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'approved') as approved,
           count(*) filter (where status = 'rejected') as rejected, count(*) filter (where status = 'spam') as spam,
           count(*) filter (where verified) as verified, count(*) filter (where photo_count > 0) as "withPhotos",
           count(*) filter (where replied_at is not null) as "withReply",
           count(*) filter (where incentive is not null) as incentivized,
           count(*) filter (where source = 'import') as imported
      from reviews
     where store_env_id = ${tx.storeEnvId} and ${within('submitted_at', span)}
     group by 1`)
