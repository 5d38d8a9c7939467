import type { Static } from 'typebox'
import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { last4 } from '#platform/values/mask.ts'
import { type AnsweredRow, toAnswered } from './attributes/rules.ts'
import type { ReviewState, WrittenReview } from './changes/events.ts'
import { type StateRow, stateColumns, toState, toWritten } from './changes/store.ts'
import type { CustomerReview } from './schema.ts'
import { answered } from './store.ts'

export async function lockByAuthor(tx: StoreTx, email: string): Promise<ReviewState[]> {
  const rows = await tx.all<StateRow & { authorEmail: string }>(sql`
    select ${stateColumns(tx)}
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.author_email = ${email}
     order by r.id
       for update`)
  return rows.map(toState)
}

export type AnonymizedReview = { id: string; title: string | null; body: string; reply_body: string | null }

export async function updateAnonymized(
  tx: StoreTx,
  authorName: string,
  texts: AnonymizedReview[],
): Promise<WrittenReview[]> {
  const rows = await tx.all<StateRow>(sql`
    update reviews r
       set author_name = ${authorName}, author_email = null, title = a.title, body = a.body, reply_body = a.reply_body,
           correction = null, anonymized_at = ${tx.now}, updated_at = ${tx.now}
      from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as a(id uuid, title text, body text, reply_body text)
     where r.store_env_id = ${tx.storeEnvId} and r.id = a.id
    returning ${stateColumns(tx)}`)
  return rows.map(toWritten)
}

type WrittenRow = Omit<Static<typeof CustomerReview>, 'authorEmail' | 'authorEmailLast4' | 'attributes'> & {
  attributes: AnsweredRow[] | null
}

/** `limit` is for the activity of a customer, which leaves out reviews of the shop. The export includes them. */
export const listWritten = async (tx: StoreReads, email: string, limit?: number) =>
  toListed(
    email,
    await tx.all<WrittenRow>(sql`
    select ${writtenColumns(tx)}
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.author_email = ${email}
       ${limit === undefined ? sql`` : sql`and r.product_id is not null`}
     order by r.submitted_at desc, r.id desc ${upTo(limit)}`),
  )

const writtenColumns = (tx: StoreReads) => sql`
  r.id, r.product_id as "productId", r.order_id as "orderId", r.rating, r.title, r.body, r.author_name as "authorName",
           r.verified, r.status, r.source, r.submitted_at as "submittedAt", ${answered(tx)} as attributes`

/** `authorEmail` is the address by which the rows were found. The schema decides who sees it. */
const toListed = <Written extends WrittenRow>(email: string, rows: readonly Written[]) =>
  rows.map(({ attributes, ...row }) => ({
    ...row,
    attributes: (attributes ?? []).map(toAnswered),
    authorEmail: email,
    authorEmailLast4: last4(email) ?? '',
  }))

const upTo = (limit: number | undefined) => (limit === undefined ? sql`` : sql`limit ${limit}`)

/** The store's setting for reviews of an erased person. By default they are deleted. */
export async function findMode(tx: StoreReads): Promise<ErasureMode> {
  const row = await tx.first<{ erasure: ErasureMode }>(
    sql`select erasure from store_settings where store_env_id = ${tx.storeEnvId}`,
  )
  return row?.erasure ?? 'delete'
}

export type ErasureMode = 'delete' | 'anonymize'
