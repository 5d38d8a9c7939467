import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { StoredForm } from '../lead-form/rules.ts'

/** Serialises the jobs of a store, because each job counts the mails sent. */
export const lockStore = (tx: StoreTx) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`gallery lead notices ${tx.storeEnvId}`}::text, 0))`)

/** Only leads whose form has a recipient are mailed. */
export const updateDue = (tx: StoreTx, leadId: string) =>
  tx.run(sql`
    update gallery_leads l set notice = 'due', notice_at = ${tx.now}
     where l.store_env_id = ${tx.storeEnvId} and l.id = ${leadId} and exists (
       select from galleries g
        where g.store_env_id = ${tx.storeEnvId} and g.id = l.gallery_id and g.lead_form ->> 'notificationEmail' is not null)`)

export type Untold = { leadForm: StoredForm; locale: string | null; waitingSince: string | null; due: string[] }

export const listUntold = (tx: StoreTx, limit: number) =>
  tx.all<{ galleryId: string }>(sql`
    select distinct l.gallery_id as "galleryId" from gallery_leads l
     where l.store_env_id = ${tx.storeEnvId} and l.notice in ('due', 'waiting')
     order by 1 limit ${limit}`)

export const findUntold = (tx: StoreTx, galleryId: string) =>
  tx.first<Untold>(sql`
    select g.lead_form as "leadForm", g.locale,
           (select min(l.notice_at) from gallery_leads l
             where l.store_env_id = ${tx.storeEnvId} and l.gallery_id = g.id and l.notice = 'waiting') as "waitingSince",
           array(select l.id from gallery_leads l
             where l.store_env_id = ${tx.storeEnvId} and l.gallery_id = g.id and l.notice = 'due'
             order by l.notice_at, l.id) as due
      from galleries g where g.store_env_id = ${tx.storeEnvId} and g.id = ${galleryId}`)

export const countSent = async (tx: StoreTx, galleryId: string, since: Date): Promise<number> => {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from gallery_leads l
     where l.store_env_id = ${tx.storeEnvId} and l.gallery_id = ${galleryId} and l.notice = 'sent' and l.notice_at > ${since}`)
  return row?.count ?? 0
}

/** `notice_at` of waiting leads does not change, because the digest is due an hour after it. */
export const updateWaiting = (tx: StoreTx, ids: readonly string[]) =>
  tx.run(sql`
    update gallery_leads l set notice = 'waiting'
     where l.store_env_id = ${tx.storeEnvId} and l.id = any(${ids}::uuid[]) and l.notice = 'due'`)

export const updateSent = (tx: StoreTx, ids: readonly string[]) =>
  tx.run(sql`
    update gallery_leads l set notice = 'sent', notice_at = ${tx.now}
     where l.store_env_id = ${tx.storeEnvId} and l.id = any(${ids}::uuid[])`)

/** All due and waiting leads go into one digest, identified by its time. */
export const updateDigested = (tx: StoreTx, galleryId: string) =>
  tx.run(sql`
    update gallery_leads l set notice = 'digest', notice_at = ${tx.now}
     where l.store_env_id = ${tx.storeEnvId} and l.gallery_id = ${galleryId} and l.notice in ('due', 'waiting')`)

export const updateUntold = (tx: StoreTx, galleryId: string) =>
  tx.run(sql`
    update gallery_leads l set notice = null, notice_at = null
     where l.store_env_id = ${tx.storeEnvId} and l.gallery_id = ${galleryId} and l.notice in ('due', 'waiting')`)

export type NotifiedLead = { email: string; name: string | null; phone: string | null; message: string | null }
export type NoticeFacts = {
  galleryId: string
  galleryName: string
  storeName: string
  url: string | null
  count: number
  leads: NotifiedLead[]
}

/** Current content of a notice: `which` is a lead, or the time of a gallery's digest. */
export async function findNotified(
  tx: StoreReads,
  which: { leadId: string } | { galleryId: string; at: Date },
  limit: number,
): Promise<NoticeFacts | undefined> {
  const chosen =
    'leadId' in which
      ? sql`l.id = ${which.leadId}`
      : sql`l.gallery_id = ${which.galleryId} and l.notice = 'digest' and l.notice_at = ${which.at}`
  const [row] = await tx.all<NoticeFacts>(sql`
    select g.id as "galleryId", g.name as "galleryName", s.name as "storeName", s.origins[1] as url, t.count, t.leads
      from (select l.gallery_id, count(*) as count,
                   (json_agg(json_build_object('email', l.email, 'name', l.name, 'phone', l.phone, 'message', l.message)
                             order by l.created_at, l.id)) as leads
              from gallery_leads l where l.store_env_id = ${tx.storeEnvId} and ${chosen} and l.status <> 'spam'
             group by l.gallery_id) t
      join galleries g on g.store_env_id = ${tx.storeEnvId} and g.id = t.gallery_id
      join stores s on s.id = ${tx.storeEnvId} and s.organization_id = ${tx.organizationId}`)
  return row && { ...row, leads: row.leads.slice(0, limit) }
}
