import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Content } from '../rules.ts'

export type DueMail = {
  id: string
  email: string
  name: string | null
  locale: string | null
  asked: string
  storeName: string
  url: string | null
  faq: Content
}

const isMailWanted = sql.raw(`a.status = 'answered' and a.notify and f.status = 'published'`)

export const hasDueMails = async (tx: StoreTx, faqId: string): Promise<boolean> =>
  (await tx.first<{ id: string }>(sql`
    select a.id from faq_questions a
     where a.store_env_id = ${tx.storeEnvId} and a.faq_id = ${faqId} and a.notify and a.mailed_at is null
       and a.status = 'answered'
     limit 1`)) !== undefined

export const lockDueMails = (tx: StoreTx, faqId: string, limit: number) =>
  tx.all<{ id: string }>(sql`
    select a.id from faq_questions a
      join faqs f on f.store_env_id = ${tx.storeEnvId} and f.id = a.faq_id
     where a.store_env_id = ${tx.storeEnvId} and a.faq_id = ${faqId} and a.mailed_at is null and ${isMailWanted}
     order by a.id limit ${limit} for update of a skip locked`)

export const listWanted = (tx: StoreTx, ids: readonly string[]) =>
  tx.all<DueMail>(sql`
    select a.id, a.email, a.name, a.locale, a.question as asked, s.name as "storeName", coalesce(p.url, s.origins[1]) as url,
           json_build_object('question', f.question, 'answer', f.answer, 'group', f.group_name, 'locale', f.locale,
                             'translations', f.translations) as faq
      from faq_questions a
      join faqs f on f.store_env_id = ${tx.storeEnvId} and f.id = a.faq_id
      join stores s on s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}
      left join products p on p.store_env_id = ${tx.storeEnvId} and p.id = a.product_id
     where a.store_env_id = ${tx.storeEnvId} and a.id = any(${ids}::uuid[]) and ${isMailWanted}
     order by a.id`)

export const updateMailed = (tx: StoreTx, ids: readonly string[]) =>
  tx.run(sql`
    update faq_questions a set mailed_at = ${tx.now}, updated_at = ${tx.now}
     where a.store_env_id = ${tx.storeEnvId} and a.id = any(${ids}::uuid[])`)

export const updateNotMailed = (tx: StoreTx, id: string) =>
  tx.first<{ faqId: string | null }>(sql`
    update faq_questions a set mailed_at = null, updated_at = ${tx.now}
     where a.store_env_id = ${tx.storeEnvId} and a.id = ${id}
    returning a.faq_id as "faqId"`)
