import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Source, Status } from '../schema.ts'
import type { State } from './rules.ts'

type Row = {
  id: string
  source: Source
  status: Status
  rating: number
  title: string | null
  body: string
  author_name: string
  verified: boolean
  reply_body: string | null
  reply_author_name: string | null
  replied_at: string | null
  approved_at: string | null
  product_title: string | null
}

export type Locked = State & { id: string; source: Source; productTitle: string | null }

/** Holds the reviews until the transaction ends, in an order that two batches share. */
export async function lock(tx: StoreTx, ids: string[]): Promise<Locked[]> {
  const rows = await tx.all<Row>(sql`
    select r.id, r.source, r.status, r.rating, r.title, r.body, r.author_name, r.verified,
           r.reply_body, r.reply_author_name, r.replied_at, r.approved_at,
           (select p.title from products p where p.store_env_id = r.store_env_id and p.id = r.product_id) as product_title
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[])
     order by r.id
       for update`)
  return rows.map(toLocked)
}

function toLocked(row: Row): Locked {
  const { id, source, status, rating, title, body, verified, reply_body, replied_at } = row
  const reply =
    reply_body === null || replied_at === null
      ? null
      : { body: reply_body, authorName: row.reply_author_name ?? '', repliedAt: replied_at }
  return {
    id,
    source,
    status,
    rating,
    title,
    body,
    authorName: row.author_name,
    verified,
    reply,
    approvedAt: row.approved_at,
    productTitle: row.product_title,
  }
}

/** The ids are named twice: of a set of rows alone the planner guesses so badly that it reads the whole store. */
export const update = (tx: StoreTx, reviews: (State & { id: string })[]) =>
  tx.run(sql`
    update reviews r
       set status = c.status, approved_at = c.approved_at, rating = c.rating, title = c.title, body = c.body,
           author_name = c.author_name, verified = c.verified, reply_body = c.reply_body,
           reply_author_name = c.reply_author_name, replied_at = c.replied_at, updated_at = ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(reviews.map(toColumns))}::jsonb)
           as c(id uuid, status text, approved_at timestamptz, rating smallint, title text, body text, author_name text,
                verified boolean, reply_body text, reply_author_name text, replied_at timestamptz)
     where r.store_env_id = ${tx.storeEnvId} and r.id = c.id and r.id = any(${reviews.map((review) => review.id)}::uuid[])`)

const toColumns = ({
  id,
  status,
  approvedAt,
  rating,
  title,
  body,
  authorName,
  verified,
  reply,
}: State & { id: string }) => ({
  id,
  status,
  approved_at: approvedAt,
  rating,
  title,
  body,
  author_name: authorName,
  verified,
  reply_body: reply?.body ?? null,
  reply_author_name: reply?.authorName ?? null,
  replied_at: reply?.repliedAt ?? null,
})

/** Under which name the store answers its customers. */
export async function findStoreName(tx: StoreTx): Promise<string> {
  const row = await tx.first<{ name: string }>(sql`
    select s.name from stores s where s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)
  return row?.name ?? ''
}
