import { listNewest, type Page, type PageRequest } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { laterThan, sql } from '#platform/db/query.ts'
import type { ReplyTemplate } from './template-schema.ts'

type Row = {
  id: string
  title: string
  body: string
  ratings: number[]
  topics: string[]
  created_at: string
  updatedAt: string
}

const columns = sql<Row>`t.id, t.title, t.body, t.ratings, t.topics, t.created_at, t.updated_at as "updatedAt"`
const ofStore = (tx: StoreTx) => sql`reply_templates t where t.store_env_id = ${tx.storeEnvId}`
const toTemplate = ({ created_at: createdAt, ...row }: Row): ReplyTemplate => ({ ...row, createdAt })

export const list = (tx: StoreTx, request: PageRequest): Promise<Page<ReplyTemplate>> =>
  listNewest<Row, ReplyTemplate>(tx, request, { columns, from: ofStore(tx), table: 't' }, toTemplate)

export async function find(tx: StoreTx, id: string): Promise<ReplyTemplate | undefined> {
  const row = await tx.first<Row>(sql`select ${columns} from ${ofStore(tx)} and t.id = ${id}`)
  return row && toTemplate(row)
}

/** Locks the template until the transaction ends, so that changes run one after the other. */
export async function lock(tx: StoreTx, id: string): Promise<ReplyTemplate | undefined> {
  const row = await tx.first<Row>(sql`select ${columns} from ${ofStore(tx)} and t.id = ${id} for update`)
  return row && toTemplate(row)
}

/** Locks the list, so that two parallel inserts cannot exceed the limit. */
export const lockList = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`reply templates ${tx.storeEnvId}`}::text, 0))`)

export const countAll = async (tx: StoreTx): Promise<number> =>
  (await tx.first<{ count: number }>(sql`select count(*) as count from ${ofStore(tx)}`))?.count ?? 0

type TemplateFields = Pick<ReplyTemplate, 'id' | 'title' | 'body' | 'ratings' | 'topics'>

export const insert = (tx: StoreTx, { id, title, body, ratings, topics }: TemplateFields) =>
  tx.run(sql`
    insert into reply_templates (store_env_id, id, title, body, ratings, topics, created_at, updated_at)
    values (${tx.storeEnvId}, ${id}, ${title}, ${body}, ${ratings}::integer[], ${topics}::text[], ${tx.now}, ${tx.now})`)

export const update = (tx: StoreTx, { id, title, body, ratings, topics }: TemplateFields) =>
  tx.run(sql`
    update reply_templates t
       set title = ${title}, body = ${body}, ratings = ${ratings}::integer[], topics = ${topics}::text[],
           -- Always later than the old value, so a caller that read the row before this change can be recognised.
           updated_at = ${laterThan('t.updated_at', tx.now)}
     where t.store_env_id = ${tx.storeEnvId} and t.id = ${id}`)

export const deleteTemplate = (tx: StoreTx, id: string): Promise<number> =>
  tx.run(sql`delete from reply_templates where store_env_id = ${tx.storeEnvId} and id = ${id}`)
