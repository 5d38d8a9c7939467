import { listNewest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, type NotNull, sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { last4, normalizeEmail } from '#platform/values/mask.ts'
import type { Content } from '../rules.ts'
import { type FactsRow, factColumns, joinOrder } from './fact-store.ts'
import type { PersonalRun, Run, RunFilters, RunMessage } from './schema.ts'

export const listLive = (tx: StoreTx) =>
  tx.all<{ id: string }>(sql`
    select s.id from email_sequences s
     where s.store_env_id = ${tx.storeEnvId} and s.status = 'live' and s.removed_at is null order by s.id`)

export async function findNextDue(tx: StoreTx): Promise<Date | undefined> {
  const row = await tx.first<{ at: string | null }>(sql`
    select min(d.at) as at
      from email_sequences s
      cross join lateral (select min(r.due_at) as at from email_sequence_runs r
                           where r.store_env_id = ${tx.storeEnvId} and r.sequence_id = s.id and r.state = 'active') d
     where s.store_env_id = ${tx.storeEnvId} and s.status = 'live' and s.removed_at is null`)
  return row?.at ? new Date(row.at) : undefined
}

export type DueRun = {
  id: string
  sequenceId: string
  version: number
  email: string
  fact: string
  factAt: string
  platformOrderId: string | null
  reviewId: string | null
  step: number
  baseAt: string
}

/**
 * Locks the longest-overdue runs first. Skips rows that another transaction has locked, because that transaction settles
 * them.
 */
export const lockDue = (tx: StoreTx, sequenceId: string, limit: number) =>
  tx.all<DueRun>(sql`
    select r.id, r.sequence_id as "sequenceId", r.version, r.email, r.fact, r.fact_at as "factAt",
           r.platform_order_id as "platformOrderId", r.review_id as "reviewId", r.step, r.base_at as "baseAt"
      from email_sequence_runs r
     where r.store_env_id = ${tx.storeEnvId} and r.sequence_id = ${sequenceId} and r.state = 'active' and r.due_at <= ${tx.now}
       and exists (select from email_sequences s
                    where s.store_env_id = ${tx.storeEnvId} and s.id = ${sequenceId} and s.status = 'live' and s.removed_at is null)
     order by r.due_at, r.id limit ${limit} for update of r skip locked`)

export type Version = Pick<Content, 'steps' | 'exitOn' | 'goal' | 'consent'> & { version: number }

export const listVersions = (tx: StoreReads, sequenceId: string, versions: readonly number[]) =>
  tx.all<Version>(sql`
    select v.version, v.steps, v.exit_on as "exitOn", v.goal, v.consent
      from email_sequence_versions v
     where v.store_env_id = ${tx.storeEnvId} and v.sequence_id = ${sequenceId} and v.version = any(${versions}::integer[])`)

export const listFacts = (tx: StoreReads, ids: readonly string[], products: readonly string[]) =>
  tx.all<FactsRow & { id: string }>(sql`
    select r.id, ${factColumns(tx, products)}
      from email_sequence_runs r ${joinOrder(tx)}
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[])`)

export type RunChange = {
  id: string
  state: 'active' | 'completed' | 'exited'
  reason: string | null
  step: number
  baseAt: string
  dueAt: string | null
  isGoal: boolean
}

export const updateRuns = (tx: StoreTx, changes: readonly RunChange[]): Promise<number> =>
  tx.run(sql`
    update email_sequence_runs r
       set state = c.state, exit_reason = c.reason, step = c.step, base_at = c."baseAt", due_at = c."dueAt",
           goal_at = case when c."isGoal" then coalesce(r.goal_at, ${tx.now}::timestamptz) else r.goal_at end,
           ended_at = case when c.state = 'active' then null else ${tx.now}::timestamptz end
      from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
           as c(id uuid, state text, reason text, step smallint, "baseAt" timestamptz, "dueAt" timestamptz, "isGoal" boolean)
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${changes.map(({ id }) => id)}::uuid[]) and r.id = c.id`)

export type MessageChange = {
  runId: string
  sequenceId: string
  version: number
  step: number
  dueAt: string
  state: 'deferred' | 'queued' | 'skipped' | 'missed' | 'unknown'
  reason: string | null
}

/** Writes one row per step of a run. A postponed mail is later queued or skipped in the same row. */
export const upsertMessages = (tx: StoreTx, messages: readonly MessageChange[]): Promise<number> =>
  tx.run(sql`
    insert into email_sequence_messages (store_env_id, id, run_id, sequence_id, version, step, due_at, state, reason, changed_at)
    select ${tx.storeEnvId}, c.id, c."runId", c."sequenceId", c.version, c.step, c."dueAt", c.state, c.reason, ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(messages.map((each) => ({ ...each, id: newId(tx.now.getTime()) })))}::jsonb)
           as c(id uuid, "runId" uuid, "sequenceId" uuid, version integer, step smallint, "dueAt" timestamptz, state text, reason text)
    on conflict on constraint email_sequence_messages_once do update
      set state = excluded.state, reason = excluded.reason, changed_at = excluded.changed_at
     where email_sequence_messages.state = 'deferred'`)

export const updateDropped = (tx: StoreTx, runIds: readonly string[]): Promise<number> =>
  tx.run(sql`
    update email_sequence_messages m set state = 'skipped', reason = 'run_ended', changed_at = ${tx.now}
     where m.store_env_id = ${tx.storeEnvId} and m.run_id = any(${runIds}::uuid[]) and m.state = 'deferred'`)

export type MailRow = {
  id: string
  orderId: string | null
  name: string | null
  locale: string | null
  orderNumber: string | null
  placedAt: string | null
  total: string | null
  currency: string | null
  products: { title: string; imageUrl: string | null; url: string | null }[] | null
  review: { title: string | null; body: string; rating: number } | null
  tier: string | null
  points: number | null
}

export type Addressee = Pick<MailRow, 'id' | 'orderId' | 'name' | 'locale'>

/**
 * Recipient and language of each mail. With `offset 0` the query looks up single reviews instead of reading all of them.
 */
export const listAddressees = (tx: StoreReads, ids: readonly string[]) =>
  tx.all<Addressee>(sql`
    select r.id, o.id as "orderId", coalesce(o.locale, v.locale) as locale,
           coalesce(o.customer_name, v.author_name,
             (select c.name from customers c where c.store_env_id = ${tx.storeEnvId} and c.email = r.email)) as name
      from email_sequence_runs r ${joinOrder(tx)}
      left join lateral (select v.locale, v.author_name from reviews v
                          where v.store_env_id = ${tx.storeEnvId} and v.id = r.review_id offset 0) v on true
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[])`)

export const shownProducts = 10

export const mailColumns = (tx: StoreReads) => sql`
  o.id as "orderId", coalesce(o.customer_name, v.author_name,
    (select c.name from customers c where c.store_env_id = ${tx.storeEnvId} and c.email = r.email)) as name, coalesce(o.locale, v.locale) as locale,
  coalesce(o.order_number, o.platform_order_id) as "orderNumber", o.placed_at as "placedAt", o.total, o.currency,
  case when v.id is null
       then (select json_agg(json_build_object('title', coalesce(p.title, l.title, l.sku, ''), 'imageUrl', p.image_url, 'url', p.url)
                             order by l.position)
               from (select i.product_id, i.title, i.sku, i.position from order_line_items i
                      where i.store_env_id = ${tx.storeEnvId} and i.order_id = o.id order by i.position limit ${shownProducts}) l
               left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = l.product_id)
       else (select json_agg(json_build_object('title', coalesce(p.title, p.platform_product_id), 'imageUrl', p.image_url,
                                               'url', p.url))
               from products p where p.store_env_id = ${tx.storeEnvId} and p.id = v.product_id) end as products,
  case when v.id is not null then json_build_object('title', v.title, 'body', v.body, 'rating', v.rating) end as review,
  m.tier, m.balance as points`

export const joinMail = (tx: StoreReads) => sql`
  ${joinOrder(tx)}
  left join reviews v on v.store_env_id = ${tx.storeEnvId} and v.id = r.review_id
  left join loyalty_members m on m.store_env_id = ${tx.storeEnvId} and m.email = r.email`

export const listMails = (tx: StoreReads, ids: readonly string[]) =>
  tx.all<MailRow>(sql`
    select r.id, ${mailColumns(tx)}
      from email_sequence_runs r ${joinMail(tx)}
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[])`)

export type HandedMail = {
  runId: string
  sequenceId: string
  version: number
  state: Run['state']
  exitReason: string | null
  step: number
  baseAt: string
  status: string
  dueAt: string
  handedOverAt: string
}

export const findHanded = (tx: StoreReads, runId: string, step: number) =>
  tx.first<HandedMail>(sql`
    select r.id as "runId", r.sequence_id as "sequenceId", r.version, r.state, r.exit_reason as "exitReason", r.step,
           r.base_at as "baseAt", s.status, m.due_at as "dueAt", m.changed_at as "handedOverAt"
      from email_sequence_messages m
      join email_sequence_runs r on r.store_env_id = ${tx.storeEnvId} and r.id = m.run_id
      join email_sequences s on s.store_env_id = ${tx.storeEnvId} and s.id = r.sequence_id
     where m.store_env_id = ${tx.storeEnvId} and m.run_id = ${runId} and m.step = ${step}`)

export const updateOutcome = (
  tx: StoreTx,
  { runId, step }: { runId: string; step: number },
  { state, reason, sentAt }: { state: RunMessage['state']; reason: string | null; sentAt: Date | null },
): Promise<number> =>
  tx.run(sql`
    update email_sequence_messages m set state = ${state}, reason = ${reason}, sent_at = ${sentAt}::timestamptz, changed_at = ${tx.now}
     where m.store_env_id = ${tx.storeEnvId} and m.run_id = ${runId} and m.step = ${step}`)

export const lockActive = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<{ id: string }>(sql`
    select r.id from email_sequence_runs r
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[]) and r.state = 'active' order by r.id for update`)

export const updateExited = (tx: StoreTx, ends: readonly { id: string; reason: string; isGoal: boolean }[]) =>
  tx.run(sql`
    update email_sequence_runs r
       set state = 'exited', exit_reason = c.reason, due_at = null, ended_at = ${tx.now},
           goal_at = case when c."isGoal" then ${tx.now}::timestamptz else r.goal_at end
      from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as c(id uuid, reason text, "isGoal" boolean)
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ends.map(({ id }) => id)}::uuid[]) and r.id = c.id and r.state = 'active'`)

export const updateGoals = (tx: StoreTx, ids: readonly string[]): Promise<number> =>
  tx.run(sql`
    update email_sequence_runs set goal_at = ${tx.now}
     where store_env_id = ${tx.storeEnvId} and id = any(${ids}::uuid[]) and goal_at is null`)

export type WatchedRun = {
  id: string
  email: string
  state: Run['state']
  exitOn: Content['exitOn']
  goal: Content['goal']
}

export const listWatched = (tx: StoreTx, emails: readonly string[], endedAfter: Date) =>
  tx.all<WatchedRun>(sql`
    select r.id, r.email, r.state, v.exit_on as "exitOn", v.goal
      from email_sequence_runs r
      join email_sequence_versions v
        on v.store_env_id = ${tx.storeEnvId} and v.sequence_id = r.sequence_id and v.version = r.version
     where r.store_env_id = ${tx.storeEnvId} and r.email = any(${emails}::text[])
       and (r.state = 'active'
            or r.state = 'completed' and r.goal_at is null and r.ended_at > ${endedAfter} and cardinality(v.goal) > 0)
     order by r.id`)

export const updateDeferred = (tx: StoreTx): Promise<number> =>
  tx.run(sql`
    update email_sequence_runs r set due_at = r.base_at
     where r.store_env_id = ${tx.storeEnvId} and r.state = 'active' and r.due_at > r.base_at`)

export const updateArchived = (tx: StoreTx, sequenceId: string, limit: number): Promise<number> =>
  tx.run(sql`
    with ended as (
      update email_sequence_runs r
         set state = 'exited', exit_reason = 'sequence_archived', due_at = null, ended_at = ${tx.now}
       where r.store_env_id = ${tx.storeEnvId}
         and r.id = any(array(select a.id from email_sequence_runs a
                               where a.store_env_id = ${tx.storeEnvId} and a.sequence_id = ${sequenceId} and a.state = 'active'
                               limit ${limit} for update))
      returning r.id),
    dropped as (
      update email_sequence_messages m set state = 'skipped', reason = 'run_ended', changed_at = ${tx.now}
       where m.store_env_id = ${tx.storeEnvId} and m.run_id = any(array(select id from ended)) and m.state = 'deferred')
    select id from ended`)

export const deleteRuns = (tx: StoreTx, sequenceId: string, limit: number): Promise<number> =>
  tx.run(sql`
    delete from email_sequence_runs r
     where r.store_env_id = ${tx.storeEnvId}
       and r.id = any(array(select d.id from email_sequence_runs d
                             where d.store_env_id = ${tx.storeEnvId} and d.sequence_id = ${sequenceId} limit ${limit}))`)

export const findSequenceState = (tx: StoreTx, id: string) =>
  tx.first<{ status: string; isRemoved: boolean }>(sql`
    select s.status, s.removed_at is not null as "isRemoved" from email_sequences s
     where s.store_env_id = ${tx.storeEnvId} and s.id = ${id}`)

type Row = {
  id: string
  email: string
  version: number
  state: Run['state']
  exitReason: string | null
  factAt: string
  orderId: string | null
  started_at: string
  nextDueAt: string | null
  goalReachedAt: string | null
  endedAt: string | null
  messages: NotNull<RunMessage[]>
}

const columns = (tx: StoreReads) => sql<Row>`
  r.id, r.email, r.version, r.state, r.exit_reason as "exitReason", r.fact_at as "factAt",
  (select o.id from orders o
    where o.store_env_id = ${tx.storeEnvId} and o.platform_order_id = r.platform_order_id) as "orderId",
  r.started_at, r.due_at as "nextDueAt", r.goal_at as "goalReachedAt", r.ended_at as "endedAt", ${selectMessages(tx)} as messages`

const selectMessages = (tx: StoreReads) => sql`
  coalesce((select json_agg(json_build_object('step', m.step, 'state', m.state, 'reason', m.reason, 'sentAt', m.sent_at)
                            order by m.step)
              from email_sequence_messages m where m.store_env_id = ${tx.storeEnvId} and m.run_id = r.id), '[]')`

const toRun = ({ started_at: startedAt, ...row }: Row): Run => ({
  ...row,
  emailLast4: last4(row.email) ?? '',
  startedAt,
  messages: row.messages.map(isoMessage),
})

/** PostgreSQL has its own format for instants inside JSON, so this converts them to ISO 8601. */
const isoMessage = ({ sentAt, ...message }: RunMessage): RunMessage => ({
  ...message,
  sentAt: sentAt && new Date(sentAt).toISOString(),
})

export function list(tx: StoreTx, sequenceId: string, filters: RunFilters) {
  const { email, state } = filters
  const from = sql`email_sequence_runs r where r.store_env_id = ${tx.storeEnvId} and r.sequence_id = ${sequenceId}
    ${email === undefined ? sql`` : sql`and r.email = ${normalizeEmail(email)}`}
    ${state === undefined ? sql`` : sql`and ${equalsAny('r.state', state)}`}`
  return listNewest(tx, filters, { columns: columns(tx), from, table: 'r', column: 'started_at' }, toRun)
}

export async function find(tx: StoreReads, sequenceId: string, id: string): Promise<Run | undefined> {
  const row = await tx.first<Row>(sql`
    select ${columns(tx)} from email_sequence_runs r
     where r.store_env_id = ${tx.storeEnvId} and r.sequence_id = ${sequenceId} and r.id = ${id}`)
  return row && toRun(row)
}

export async function listPersonalRuns(tx: StoreReads, email: string, limit?: number): Promise<PersonalRun[]> {
  const rows = await tx.all<Row & { sequenceId: string; sequenceName: string }>(sql`
    select ${columns(tx)}, r.sequence_id as "sequenceId", s.name as "sequenceName"
      from email_sequence_runs r
      join email_sequences s on s.store_env_id = ${tx.storeEnvId} and s.id = r.sequence_id
     where r.store_env_id = ${tx.storeEnvId} and r.email = ${email}
     order by r.started_at desc, r.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`)
  return rows.map(({ sequenceId, sequenceName, ...row }) => {
    const { email: _, emailLast4: __, ...run } = toRun(row)
    return { ...run, sequenceId, sequenceName }
  })
}

export const deleteByEmail = (tx: StoreTx, email: string): Promise<number> =>
  tx.run(sql`delete from email_sequence_runs r where r.store_env_id = ${tx.storeEnvId} and r.email = ${email}`)
