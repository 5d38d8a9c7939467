import type { StoreTx } from '#platform/db/db.ts'
import { type NotNull, sql } from '#platform/db/query.ts'
import type { Category, State } from '../messages/schema.ts'
import { type Deliverability, maxMessages, type PauseReason } from './rules.ts'

export type ClaimedMessage = {
  id: string
  key: string
  template: string
  category: Category
  recipient: string
  recipient_name: string | null
  locale: string
  order_id: string | null
  review_id: string | null
  request_id: string | null
  data: Buffer | null
  priority: number
  attempt: number
  due_at: string
  /** Never null here, because claiming a message sets it. */
  tried_since: NotNull<string>
  created_at: string
}

const columns =
  sql.raw(`m.id, m.key, m.template, m.category, m.recipient, m.recipient_name, m.locale, m.order_id, m.review_id,
  m.request_id, m.data, m.priority, m.attempt, m.due_at, m.tried_since, m.created_at`)

const isPaused = (tx: StoreTx) => sql`
  exists (select from email_sending p where p.store_env_id = ${tx.storeEnvId} and p.paused_at is not null)`

/** Materialized: otherwise the planner may run the selection again for each row and claim more than the limit. */
export async function claim(tx: StoreTx, claimedBy: string, until: Date, limit: number): Promise<ClaimedMessage[]> {
  const rows = await tx.all<ClaimedMessage>(sql`
    with due as materialized (
      select m.id from email_messages m
       where m.store_env_id = ${tx.storeEnvId} and m.state = 'queued' and m.due_at <= ${tx.now}
         and (m.priority = 0 or not ${isPaused(tx)})
       order by m.priority, m.due_at, m.id limit ${limit} for update skip locked)
    update email_messages m
       set state = 'sending', claimed_by = ${claimedBy}, claimed_until = ${until}, data_begun = false, attempt = m.attempt + 1,
           tried_since = coalesce(m.tried_since, ${tx.now}::timestamptz)
      from due
     where m.store_env_id = ${tx.storeEnvId} and m.id = due.id
    returning ${columns}`)
  const sortKey = (row: ClaimedMessage) => `${row.priority} ${row.due_at} ${row.id}`
  return rows.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
}

/** One subquery per priority reads the first entry of an index, however many messages wait. */
export async function findNextDue(tx: StoreTx): Promise<Date | null> {
  const row = await tx.first<{ at: string | null }>(sql`
    select least(${firstQueued(tx, 0)}, case when ${isPaused(tx)} then null else ${firstQueued(tx, 1)} end,
      (select min(m.claimed_until) from email_messages m
        where m.store_env_id = ${tx.storeEnvId} and m.state = 'sending')) as at`)
  return row?.at ? new Date(row.at) : null
}

const firstQueued = (tx: StoreTx, priority: 0 | 1) => sql`(
  select min(m.due_at) from email_messages m
   where m.store_env_id = ${tx.storeEnvId} and m.state = 'queued' and m.priority = ${sql.lit(priority)})`

export type Settlement = {
  id: string
  state: State
  reason: string | null
  answer: string | null
  subject: string | null
  due_at: string | null
  sent_at: string | null
  smtp_message_id: string | null
  is_bounced: boolean
  /** True if sending did not begin. The claim is then undone and does not count as an attempt. */
  is_released: boolean
}

/** Leaves out `state = 'sending'`: with it the planner reads the partial index for that state, with all dead rows. */
export async function settle(tx: StoreTx, claimedBy: string, rows: readonly Settlement[]): Promise<Set<string>> {
  const settled = await tx.all<{ id: string }>(sql`
    update email_messages m
       set state = r.state, reason = r.reason, answer = coalesce(r.answer, m.answer), subject = coalesce(r.subject, m.subject),
           due_at = coalesce(r.due_at, m.due_at), claimed_by = null, claimed_until = null,
           attempt = m.attempt - case when r.is_released then 1 else 0 end,
           tried_since = case when r.is_released and m.attempt = 1 then null else m.tried_since end,
           data = case when r.state in ('queued', 'failed') then m.data end,
           settled_at = case when r.state = 'queued' then null else ${tx.now}::timestamptz end,
           sent_at = r.sent_at, smtp_message_id = r.smtp_message_id,
           bounced_at = case when r.is_bounced then ${tx.now}::timestamptz end, bounce = case when r.is_bounced then 'hard' end
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as r(id uuid, state text, reason text, answer text, subject text, due_at timestamptz, sent_at timestamptz,
                smtp_message_id text, is_bounced boolean, is_released boolean)
     where m.store_env_id = ${tx.storeEnvId} and m.id = any(${rows.map((row) => row.id)}::uuid[]) and m.id = r.id and m.claimed_by = ${claimedBy}
    returning m.id`)
  return new Set(settled.map(({ id }) => id))
}

export const extendClaims = (tx: StoreTx, claimedBy: string, until: Date) =>
  tx.run(sql`
    update email_messages m set claimed_until = ${until}
     where m.store_env_id = ${tx.storeEnvId} and m.state = 'sending' and m.claimed_by = ${claimedBy} and not m.data_begun`)

/** Marks messages right before their text is sent. Returns the ids whose claim is still valid. */
export async function begin(
  tx: StoreTx,
  claimedBy: string,
  until: Date,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const begun = await tx.all<{ id: string }>(sql`
    update email_messages m set data_begun = true, claimed_until = ${until}
     where m.store_env_id = ${tx.storeEnvId} and m.id = any(${ids}::uuid[]) and m.claimed_by = ${claimedBy} and not m.data_begun
    returning m.id`)
  return new Set(begun.map(({ id }) => id))
}

export const releaseClaims = (tx: StoreTx, limit: number): Promise<number> =>
  tx.run(sql`
    with gone as materialized (
      select m.id from email_messages m
       where m.store_env_id = ${tx.storeEnvId} and m.state = 'sending' and m.claimed_until <= ${tx.now} and not m.data_begun
       order by m.claimed_until, m.id limit ${limit} for update skip locked)
    update email_messages m
       set state = 'queued', claimed_by = null, claimed_until = null, attempt = m.attempt - 1,
           tried_since = case when m.attempt = 1 then null else m.tried_since end
      from gone
     where m.store_env_id = ${tx.storeEnvId} and m.id = gone.id`)

export const expireClaims = (tx: StoreTx, limit: number) =>
  tx.all<ClaimedMessage>(sql`
    with gone as materialized (
      select m.id from email_messages m
       where m.store_env_id = ${tx.storeEnvId} and m.state = 'sending' and m.claimed_until <= ${tx.now} and m.data_begun
       order by m.claimed_until, m.id limit ${limit} for update skip locked)
    update email_messages m
       set state = 'unknown', reason = 'process_lost', data = null, claimed_by = null, claimed_until = null, settled_at = ${tx.now}
      from gone
     where m.store_env_id = ${tx.storeEnvId} and m.id = gone.id
    returning ${columns}`)

export const countDeliverability = async (tx: StoreTx): Promise<Deliverability> => {
  const row = await tx.first<Deliverability>(sql`
    select count(*) as messages, count(*) filter (where r.bounce = 'hard') as "hardBounces", count(r.complained_at) as complaints
      from (select m.bounce, m.complained_at from email_messages m
             where m.store_env_id = ${tx.storeEnvId} and m.priority = 1 and (m.sent_at is not null or m.bounce is not null)
               and m.settled_at > coalesce((select p.resumed_at from email_sending p where p.store_env_id = ${tx.storeEnvId}), '-infinity')
             order by m.settled_at desc limit ${maxMessages}) r`)
  return row ?? { messages: 0, hardBounces: 0, complaints: 0 }
}

export const pause = async (tx: StoreTx, reason: PauseReason): Promise<boolean> =>
  (await tx.run(sql`
    insert into email_sending (store_env_id, paused_at, paused_reason) values (${tx.storeEnvId}, ${tx.now}, ${reason})
    on conflict (store_env_id) do update set paused_at = excluded.paused_at, paused_reason = excluded.paused_reason
     where email_sending.paused_at is null`)) > 0

export const resume = (tx: StoreTx) =>
  tx.run(sql`
    update email_sending p set paused_at = null, paused_reason = null, resumed_at = ${tx.now}
     where p.store_env_id = ${tx.storeEnvId} and p.paused_at is not null`)

export type SendingStatus = { paused_at: string | null; paused_reason: PauseReason | null }

export const findSendingStatus = (tx: StoreTx) =>
  tx.first<SendingStatus>(sql`
    select p.paused_at, p.paused_reason from email_sending p where p.store_env_id = ${tx.storeEnvId}`)

export const countedWaiting = 10_000

export const findWaiting = (tx: StoreTx) =>
  tx.first<{ count: number; oldest_due_at: string | null }>(sql`
    select count(*) as count, min(w.due_at) as oldest_due_at
      from (select m.due_at from email_messages m
             where m.store_env_id = ${tx.storeEnvId} and m.state = 'queued' limit ${countedWaiting}) w`)
