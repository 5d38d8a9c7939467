import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { StoreFacts } from './pacing-rules.ts'

export const findStore = (tx: StoreReads, hold: boolean) =>
  tx.first<StoreFacts>(sql`
    select s.name, s.origins, s.timezone, b.plan, b.status, b.trial_ends_at as "trialEndsAt",
           b.current_period_ends_at as "currentPeriodEndsAt", b.past_due_since as "pastDueSince"
      from stores s
      join subscriptions b on b.store_env_id = ${tx.storeEnvId}
     where s.id = ${tx.storeEnvId} ${hold ? sql`for no key update of s` : sql``}`)

/** True if the organization will be deleted. Due mail waits until the deletion is undone. */
export async function isHeldUp(tx: StoreTx): Promise<boolean> {
  const row = await tx.first<{ closing: boolean }>(sql`
    select o.deletes_at is not null as closing from organizations o where o.id = ${tx.organizationId}`)
  return row?.closing === true
}

/** Includes queued mail. A sequence's mail can wait in the queue for as long as mail is retried. */
export const listRecent = (tx: StoreTx, emails: readonly string[], since: Date) =>
  tx.all<{ email: string; at: string }>(sql`
    select r.email, r.at
      from (select o.email, t.at
              from orders o
              join review_requests q on q.store_env_id = ${tx.storeEnvId} and q.order_id = o.id
              cross join lateral unnest(array[q.sent_at, q.queued_at, q.reminder_queued_at] || q.reminded_at) as t(at)
             where o.store_env_id = ${tx.storeEnvId} and o.email = any(${emails}::text[])
            union all
            select m.email, coalesce(m.sent_at, m.created_at) as at
              from email_messages m
             where m.store_env_id = ${tx.storeEnvId} and m.email = any(${emails}::text[]) and m.category = 'sequences'
               and m.state in ('queued', 'sending', 'sent', 'unknown')
               and m.created_at > ${since}::timestamptz - interval '3 days') r
     where r.at > ${since}`)
