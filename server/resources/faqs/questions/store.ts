import { listNewest } from '#platform/calls/paging/page.ts'
import { selectProductId } from '#platform/calls/product-lookup.ts'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { equalsAny, likePattern, sql } from '#platform/db/query.ts'
import { last4 } from '#platform/values/mask.ts'
import { type AskedQuestion, type QuestionRow, toQuestion } from './rules.ts'
import type { QuestionFilters, QuestionStatus } from './schema.ts'

type Row = Omit<QuestionRow, 'createdAt'> & { created_at: string }

const columns = (tx: StoreTx) => sql<Row>`
  a.id, a.question, a.status, a.email, a.name, a.locale,
  (select json_build_object('id', p.id, 'platformProductId', p.platform_product_id, 'title', p.title)
     from products p where p.store_env_id = ${tx.storeEnvId} and p.id = a.product_id) as product,
  a.faq_id as "faqId", a.notify, a.mailed_at as "notifiedAt", a.answered_at as "answeredAt", a.created_at,
  a.updated_at as "updatedAt"`

const toRow = ({ created_at: createdAt, ...row }: Row): QuestionRow => ({ ...row, createdAt })

export function list(tx: StoreTx, filters: QuestionFilters) {
  const { status, productId, q } = filters
  const pattern = q === undefined ? '' : likePattern(q)
  const from = sql`faq_questions a where a.store_env_id = ${tx.storeEnvId}
    ${status === undefined ? sql`` : sql`and ${equalsAny('a.status', status)}`}
    ${productId === undefined ? sql`` : sql`and a.product_id = ${productId}`}
    ${q === undefined ? sql`` : sql`and (a.question ilike ${pattern} or a.name ilike ${pattern})`}`
  return listNewest(tx, filters, { columns: columns(tx), from, table: 'a' }, (row) => toQuestion(toRow(row)))
}

export async function find(tx: StoreTx, id: string): Promise<QuestionRow | undefined> {
  const row = await tx.first<Row>(
    sql`select ${columns(tx)} from faq_questions a where a.store_env_id = ${tx.storeEnvId} and a.id = ${id}`,
  )
  return row && toRow(row)
}

/** Locks the question until the transaction ends. The second of two concurrent answers then sees the first. */
export const lock = (tx: StoreTx, id: string) =>
  tx.first<{ question: string; status: QuestionStatus; productId: string | null; locale: string | null }>(sql`
    select a.question, a.status, a.product_id as "productId", a.locale
      from faq_questions a where a.store_env_id = ${tx.storeEnvId} and a.id = ${id} for update`)

export const findProduct = (tx: StoreTx, platformProductId: string) =>
  tx.first<{ id: string }>(sql`
    select coalesce(p.merged_into, p.id) as id from products p
     where p.store_env_id = ${tx.storeEnvId} and p.id = ${selectProductId(tx, platformProductId)}`)

export const findByKey = (tx: StoreTx, key: Buffer) =>
  tx.first<{ id: string }>(
    sql`select a.id from faq_questions a where a.store_env_id = ${tx.storeEnvId} and a.key = ${key}`,
  )

export type NewRow = Omit<AskedQuestion, 'platformProductId'> & {
  id: string
  productId: string | null
  status: QuestionStatus
  key: Buffer
}

export const insert = async (tx: StoreTx, row: NewRow): Promise<boolean> =>
  (await tx.run(sql`
    insert into faq_questions (store_env_id, id, question, email, name, locale, product_id, status, notify, key, consented_at,
                               created_at, updated_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.question}, ${row.email}, ${row.name}, ${row.locale}, ${row.productId},
            ${row.status}, ${row.notify}, ${row.key}, ${tx.now}, ${tx.now}, ${tx.now})
    on conflict on constraint faq_questions_once do nothing`)) > 0

export const updateStatus = (tx: StoreTx, id: string, status: QuestionStatus) =>
  tx.run(sql`
    update faq_questions a
       set status = ${status}, updated_at = ${tx.now},
           faq_id = case when ${status}::text = 'answered' then a.faq_id end,
           answered_at = case when ${status}::text = 'answered' then coalesce(a.answered_at, ${tx.now}::timestamptz) end
     where a.store_env_id = ${tx.storeEnvId} and a.id = ${id} and a.status <> ${status}`)

export const updateAnswered = (tx: StoreTx, id: string, faqId: string) =>
  tx.run(sql`
    update faq_questions a set status = 'answered', faq_id = ${faqId}::uuid, answered_at = ${tx.now}, updated_at = ${tx.now}
     where a.store_env_id = ${tx.storeEnvId} and a.id = ${id}`)

export const deleteQuestion = (tx: StoreTx, id: string) =>
  tx.run(sql`delete from faq_questions where store_env_id = ${tx.storeEnvId} and id = ${id}`)

export const deleteByEmail = (tx: StoreTx, email: string) =>
  tx.run(sql`delete from faq_questions where store_env_id = ${tx.storeEnvId} and email = ${email}`)

export async function listByEmail(tx: StoreReads, email: string, limit?: number) {
  const rows = await tx.all<
    Pick<QuestionRow, 'id' | 'question' | 'name' | 'status' | 'notify' | 'createdAt'> & { productId: string | null }
  >(sql`
    select a.id, a.question, a.name, a.status, a.product_id as "productId", a.notify, a.created_at as "createdAt"
      from faq_questions a where a.store_env_id = ${tx.storeEnvId} and a.email = ${email}
     order by a.created_at desc, a.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`)
  return rows.map((row) => ({ ...row, email, emailLast4: last4(email) ?? '' }))
}

export const listDrawnFrom = (tx: StoreTx, email: string) =>
  tx.all<{ id: string; question: string; name: string | null }>(sql`
    select f.id, f.question, a.name from faq_questions a
      join faqs f on f.store_env_id = ${tx.storeEnvId} and f.id = a.faq_id
     where a.store_env_id = ${tx.storeEnvId} and a.email = ${email}
     order by f.id`)
