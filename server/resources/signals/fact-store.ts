// Facts of reviews that signals compare. Read by jobs only.
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Relationship, Source } from '#resources/reviews/schema.ts'
import type { OwnAddresses } from './rules.ts'

export type ReviewFacts = {
  id: string
  /** Null for a review of the shop. */
  productId: string | null
  body: string
  name: string
  email: string | null
  source: Source
  relationship: Relationship | null
  submittedAt: string
  createdAt: string
}

/** Skips erased reviews, because they have no author to compare. */
export const listReviews = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<ReviewFacts>(sql`
    select r.id, r.product_id as "productId", r.body, r.author_name as name, r.author_email as email, r.source,
           r.relationship, r.submitted_at as "submittedAt", r.created_at as "createdAt"
      from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${ids}::uuid[]) and r.anonymized_at is null
     order by r.id`)

/** Excludes imports, because old reviews that arrive together are no burst. */
const isOwn = sql.raw(`r.source = any('{email_form,widget_form,api}'::text[])`)

export const listOfProduct = (tx: StoreTx, productId: string, { from, to }: { from: Date; to: Date }, limit: number) =>
  tx.all<{ id: string; at: string }>(sql`
    select r.id, r.submitted_at as at from reviews r
     where r.store_env_id = ${tx.storeEnvId} and r.product_id = ${productId}
       and r.submitted_at > ${from} and r.submitted_at < ${to} and ${isOwn}
     order by r.submitted_at, r.id limit ${limit}`)

export const countOfProduct = async (
  tx: StoreTx,
  productId: string,
  { from, to }: { from: Date; to: Date },
): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*) as count from reviews r
       where r.store_env_id = ${tx.storeEnvId} and r.product_id = ${productId}
         and r.submitted_at >= ${from} and r.submitted_at < ${to} and ${isOwn}`)
  )?.count ?? 0

export const countRequests = async (
  tx: StoreTx,
  productId: string,
  { from, to }: { from: Date; to: Date },
): Promise<number> =>
  (
    await tx.first<{ count: number }>(sql`
      select count(*) as count from review_requests q
       where q.store_env_id = ${tx.storeEnvId} and q.sent_at >= ${from} and q.sent_at <= ${to}
         and exists (select from order_line_items i
                      where i.store_env_id = ${tx.storeEnvId} and i.order_id = q.order_id and i.product_id = ${productId})`)
  )?.count ?? 0

const mostOfMailbox = 500

/** A character that sorts after every character of an email address, in every collation of PostgreSQL. */
const highest = '\u{10FFFF}'

/** Reviews of a mailbox, with any tag after a plus. `email` is normalised. */
export const listOfMailbox = (tx: StoreTx, mailbox: string) => {
  const tagged = `${mailbox.slice(0, mailbox.lastIndexOf('@'))}+`
  return tx.all<{ id: string; name: string; email: string }>(sql`
    (select r.id, r.author_name as name, r.author_email as email from reviews r
      where r.store_env_id = ${tx.storeEnvId} and r.author_email = ${mailbox}
      order by r.created_at desc limit ${sql.lit(mostOfMailbox)})
    union all
    (select r.id, r.author_name as name, r.author_email as email from reviews r
      where r.store_env_id = ${tx.storeEnvId} and r.author_email >= ${tagged} and r.author_email < ${tagged + highest}
      order by r.author_email limit ${sql.lit(mostOfMailbox)})`)
}

export async function findOwnAddresses(tx: StoreTx): Promise<OwnAddresses> {
  const row = await tx.first<{
    members: string[] | null
    origins: string[]
    sendingDomain: string | null
    billingEmail: string | null
  }>(sql`
    select (select array_agg(m.email) from memberships m
             where m.organization_id = ${tx.organizationId} and m.active) as members,
           s.origins,
           (select d.domain from sending_domains d where d.store_env_id = ${tx.storeEnvId}) as "sendingDomain",
           (select o.billing_email from organizations o where o.id = ${tx.organizationId}) as "billingEmail"
      from stores s where s.id = ${tx.storeEnvId}`)
  return {
    members: row?.members ?? [],
    origins: row?.origins ?? [],
    sendingDomain: row?.sendingDomain ?? null,
    billingEmail: row?.billingEmail ?? null,
  }
}
