import type { Static } from 'typebox'
import { listNewest, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, sql } from '#platform/db/query.ts'
import { last4, normalizeEmail } from '#platform/values/mask.ts'
import type { Category, CustomerMessage, EmailMessage, MessageFilters, State } from './schema.ts'

export type NewRow = {
  id: string
  key: string
  template: string
  category: Category
  recipient: string
  email: string
  recipient_name: string | null
  locale: string
  order_id: string | null
  review_id: string | null
  request_id: string | null
  /** Sealed data, encoded as base64. */
  data: string
  priority: number
}

/** Returns the new messages by key. Sorts rows, so that two transactions with the same keys lock them in the same order. */
export async function insert(tx: StoreTx, rows: readonly NewRow[]): Promise<Map<string, string>> {
  const made = await tx.all<{ key: string; id: string }>(sql`
    insert into email_messages (store_env_id, id, key, template, category, recipient, email, recipient_name, locale,
                                order_id, review_id, request_id, data, priority, state, due_at, created_at)
    select ${tx.storeEnvId}::uuid, r.id, r.key, r.template, r.category, r.recipient, r.email, r.recipient_name, r.locale,
           r.order_id, r.review_id, r.request_id, decode(r.data, 'base64'), r.priority, 'queued', ${tx.now}::timestamptz, ${tx.now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
           as r(id uuid, key text, template text, category text, recipient text, email text, recipient_name text, locale text,
                order_id uuid, review_id uuid, request_id uuid, data text, priority smallint)
     order by r.key
    on conflict on constraint email_messages_key_once do nothing
    returning key, id`)
  return new Map(made.map(({ key, id }) => [key, id]))
}

export async function listIds(tx: StoreTx, keys: readonly string[]): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map()
  const rows = await tx.all<{ key: string; id: string }>(sql`
    select m.key, m.id from email_messages m where m.store_env_id = ${tx.storeEnvId} and m.key = any(${keys}::text[])`)
  return new Map(rows.map(({ key, id }) => [key, id]))
}

type Row = {
  id: string
  template: string
  category: Category
  state: State
  reason: string | null
  answer: string | null
  recipient: string
  locale: string
  subject: string | null
  order_id: string | null
  review_id: string | null
  request_id: string | null
  attempt: number
  created_at: string
  due_at: string
  sent_at: string | null
  settled_at: string | null
  bounced_at: string | null
  bounce: 'hard' | 'soft' | null
  complained_at: string | null
}

const columns = sql<Row>`m.id, m.template, m.category, m.state, m.reason, m.answer, m.recipient, m.locale, m.subject, m.order_id,
  m.review_id, m.request_id, m.attempt, m.created_at, m.due_at, m.sent_at, m.settled_at, m.bounced_at, m.bounce, m.complained_at`

export const toMessage = (row: Row): EmailMessage => ({
  id: row.id,
  template: row.template,
  category: row.category,
  state: row.state,
  reason: row.reason,
  answer: row.answer,
  recipient: row.recipient,
  recipientLast4: last4(row.recipient),
  locale: row.locale,
  subject: row.subject,
  orderId: row.order_id,
  reviewId: row.review_id,
  requestId: row.request_id,
  attempts: row.attempt,
  createdAt: row.created_at,
  dueAt: row.state === 'queued' ? row.due_at : null,
  sentAt: row.sent_at,
  settledAt: row.settled_at,
  bouncedAt: row.bounced_at,
  bounce: row.bounce,
  complainedAt: row.complained_at,
})

export async function list(tx: StoreTx, request: PageRequest & MessageFilters) {
  const where = sql.join(
    [
      sql`m.store_env_id = ${tx.storeEnvId}`,
      // Literal values, because a parameter would hide the matching partial index from the planner.
      ...(request.state === undefined ? [] : [equalsAny('m.state', request.state)]),
      ...(request.template === undefined ? [] : [sql`m.template = ${request.template}`]),
      ...(request.category === undefined ? [] : [equalsAny('m.category', request.category)]),
      ...(request.orderId === undefined ? [] : [sql`m.order_id = ${request.orderId}`]),
      ...(request.email === undefined ? [] : [sql`m.email = ${normalizeEmail(request.email)}`]),
    ],
    sql` and `,
  )
  const { direction } = request
  return listNewest(
    tx,
    request,
    { columns, from: sql`email_messages m where ${where}`, table: 'm', direction },
    toMessage,
  )
}

export const find = (tx: StoreTx, id: string) =>
  tx.first<Row>(sql`select ${columns} from email_messages m where m.store_env_id = ${tx.storeEnvId} and m.id = ${id}`)

export const updateRetried = (tx: StoreTx, id: string) =>
  tx.first<Row>(sql`
    update email_messages m
       set state = 'queued', reason = null, due_at = ${tx.now}, tried_since = null, settled_at = null
     where m.store_env_id = ${tx.storeEnvId} and m.id = ${id} and m.state = 'failed' and m.data is not null
    returning ${columns}`)

export type WrittenMessage = { created_at: string }

export const updateBounced = (tx: StoreTx, id: string, at: Date, bounce: 'hard' | 'soft') =>
  tx.all<WrittenMessage>(sql`
    update email_messages m
       set bounced_at = coalesce(m.bounced_at, ${at}::timestamptz),
           bounce = case when m.bounce = 'hard' then 'hard' else ${bounce}::text end
     where m.store_env_id = ${tx.storeEnvId} and m.id = ${id}
    returning m.created_at`)

export const updateComplained = (tx: StoreTx, id: string, at: Date) =>
  tx.all<WrittenMessage>(sql`
    update email_messages m set complained_at = coalesce(m.complained_at, ${at}::timestamptz)
     where m.store_env_id = ${tx.storeEnvId} and m.id = ${id}
    returning m.created_at`)

export type Recipient = { id: string; template: string; category: Category; email: string; locale: string }

export const findRecipient = (tx: StoreTx, id: string) =>
  tx.first<Recipient>(sql`
    select m.id, m.template, m.category, m.email, m.locale from email_messages m
     where m.store_env_id = ${tx.storeEnvId} and m.id = ${id}`)

export const listOfPerson = (tx: StoreReads, email: string, limit?: number) =>
  tx.all<Static<typeof CustomerMessage>>(sql`
    select m.id, m.template, m.subject, m.state, m.created_at as "createdAt", m.sent_at as "sentAt",
           m.bounced_at as "bouncedAt", m.complained_at as "complainedAt"
      from email_messages m
     where m.store_env_id = ${tx.storeEnvId} and m.email = ${email}
     order by m.created_at desc, m.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`)

export const deleteByEmail = (tx: StoreTx, email: string) =>
  tx.all<WrittenMessage>(sql`
    delete from email_messages m where m.store_env_id = ${tx.storeEnvId} and m.email = ${email} returning m.created_at`)

/** Ids begin with their time, so old rows are at the start of the primary key. */
export const deleteBefore = (tx: StoreTx, boundaryId: string, limit: number) =>
  tx.all<WrittenMessage>(sql`
    delete from email_messages m
     where m.store_env_id = ${tx.storeEnvId}
       and m.id = any(array(select o.id from email_messages o
                     where o.store_env_id = ${tx.storeEnvId} and o.id < ${boundaryId}
                     order by o.id limit ${limit}))
    returning m.created_at`)

/** Sorts by the creation time, not by the id, because only the index on the creation time contains the template. */
export const deleteOfTemplate = (tx: StoreTx, template: string, before: Date, limit: number) =>
  tx.all<WrittenMessage>(sql`
    delete from email_messages m
     where m.store_env_id = ${tx.storeEnvId}
       and m.id = any(array(select o.id from email_messages o
                     where o.store_env_id = ${tx.storeEnvId} and o.template = ${template} and o.created_at < ${before}
                     order by o.created_at, o.id limit ${limit}))
    returning m.created_at`)

/** Deletes the data of failed messages. A failed message can be retried only while its data is stored. */
export const eraseDataBefore = (tx: StoreTx, boundaryId: string, limit: number) =>
  tx.run(sql`
    update email_messages m set data = null
     where m.store_env_id = ${tx.storeEnvId}
       and m.id = any(array(select o.id from email_messages o
                     where o.store_env_id = ${tx.storeEnvId} and o.id < ${boundaryId} and o.state = 'failed' and o.data is not null
                     order by o.id limit ${limit}))`)

/**
 * `withData` is the oldest failed message that still has its data. `shortLived` is the oldest message of the given
 * templates.
 */
export const findOldest = (tx: StoreReads, shortLived: readonly string[]) =>
  tx.first<{ id: string | null; withData: string | null; shortLived: string | null }>(sql`
    select (select m.id from email_messages m where m.store_env_id = ${tx.storeEnvId} order by m.id limit 1) as id,
           (select m.id from email_messages m
             where m.store_env_id = ${tx.storeEnvId} and m.state = 'failed' and m.data is not null
             order by m.id limit 1) as "withData",
           (select m.id from email_messages m
             where m.store_env_id = ${tx.storeEnvId} and m.template = any(${[...shortLived]}::text[])
             order by m.created_at, m.id limit 1) as "shortLived"`)
