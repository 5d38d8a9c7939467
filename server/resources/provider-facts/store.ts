import type { ProviderEvent } from '#integrations/email-marketing/provider.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { type NotNull, sql } from '#platform/db/query.ts'

type Contact = { email: string; name: string | null }

export async function listReviews(tx: StoreTx, ids: readonly string[]) {
  if (ids.length === 0) return new Map()
  const rows = await tx.all<{
    id: string
    email: NotNull<string>
    name: string
    rating: number
    title: string | null
    body: string
    verified: boolean
    incentive: string | null
    photo_count: number
    locale: string | null
    platform_product_id: string | null
    product_title: string | null
    product_url: string | null
    store_name: string
  }>(sql`
    select r.id, r.author_email as email, r.author_name as name, r.rating, r.title, r.body, r.verified, r.incentive, r.photo_count,
           r.locale, p.platform_product_id, p.title as product_title, p.url as product_url, s.name as store_name
      from reviews r
      left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = r.product_id
      join stores s on s.id = ${tx.storeEnvId}
     where r.store_env_id = ${tx.storeEnvId} and r.id = any(${[...ids]}::uuid[]) and r.author_email is not null`)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        contact: { email: row.email, name: row.name, locale: row.locale },
        properties: {
          ...{ review_id: row.id, subject: row.platform_product_id === null ? 'shop' : 'product', rating: row.rating },
          product_id: row.platform_product_id,
          ...{ product_title: row.product_title, product_url: row.product_url, verified: row.verified },
          ...{ incentivized: row.incentive !== null, photo_count: row.photo_count, locale: row.locale },
          store_name: row.store_name,
        },
        text: { title: row.title, body: row.body },
      },
    ]),
  )
}

export async function listLines(tx: StoreTx, ids: readonly string[]) {
  if (ids.length === 0) return new Map()
  const rows = await tx.all<Contact & { id: string; points: number; balance: number; kind: string }>(sql`
    select j.id, j.kind, j.delta as points, j.balance, m.email, c.name
      from loyalty_journal j
      join loyalty_members m on m.store_env_id = ${tx.storeEnvId} and m.id = j.member_id
      left join customers c on c.store_env_id = ${tx.storeEnvId} and c.email = m.email
     where j.store_env_id = ${tx.storeEnvId} and j.id = any(${[...ids]}::uuid[])`)
  return new Map(
    rows.map(({ id, points, balance, kind, email, name }) => [
      id,
      {
        contact: { email, name, locale: null },
        properties: { points, balance, spendable: Math.max(0, balance), cause: kind },
      },
    ]),
  )
}

export async function listMembers(tx: StoreTx, ids: readonly string[]) {
  if (ids.length === 0) return []
  const rows = await tx.all<Contact & { id: string }>(sql`
    select m.id, m.email, c.name
      from loyalty_members m
      left join customers c on c.store_env_id = ${tx.storeEnvId} and c.email = m.email
     where m.store_env_id = ${tx.storeEnvId} and m.id = any(${[...ids]}::uuid[])`)
  return rows.map(({ id, email, name }) => ({ id, contact: { email, name } }))
}

export const findReview = (tx: StoreTx, id: string) =>
  tx.first<{ email: string | null; status: string }>(sql`
    select r.author_email as email, r.status from reviews r where r.store_env_id = ${tx.storeEnvId} and r.id = ${id}`)

export const hasMember = async (tx: StoreTx, email: string): Promise<boolean> =>
  (await tx.first(sql`
    select m.id from loyalty_members m where m.store_env_id = ${tx.storeEnvId} and m.email = ${email}`)) !== undefined

/** Counts the person's own reviews with a proven address, without imports, spam and rejected ones. */
export async function readProfile(tx: StoreTx, email: string): Promise<NonNullable<ProviderEvent['profile']>> {
  const row = await tx.first<{
    count: number
    average: number | null
    last_rating: number | null
    last_at: string | null
    points: number | null
    tier: string | null
  }>(sql`
    select w.count, w.average, l.rating as last_rating, l.submitted_at as last_at, m.balance as points, m.tier
      from (select count(*) as count, round(avg(r.rating), 2)::float8 as average from reviews r
             where r.store_env_id = ${tx.storeEnvId} and r.author_email = ${email} and r.address_proven
               and r.product_id is not null and r.source <> 'import' and r.status in ('pending', 'approved')) w
      left join lateral (
           select r.rating, r.submitted_at from reviews r
            where r.store_env_id = ${tx.storeEnvId} and r.author_email = ${email} and r.address_proven
              and r.product_id is not null and r.source <> 'import' and r.status in ('pending', 'approved')
            order by r.submitted_at desc, r.id desc limit 1) l on true
      left join loyalty_members m on m.store_env_id = ${tx.storeEnvId} and m.email = ${email}`)
  return {
    evident_review_count: row?.count ?? 0,
    evident_average_rating: row?.average ?? null,
    evident_last_rating: row?.last_rating ?? null,
    evident_last_review_at: row?.last_at ?? null,
    evident_points: row?.points ?? null,
    evident_tier: row?.tier ?? null,
  }
}
