import { listNewest } from '#platform/calls/paging/page.ts'
import type { StoreReads, StoreTx, StreamTx } from '#platform/db/db.ts'
import { equalsAny, laterThan, likePattern, sql } from '#platform/db/query.ts'
import { last4, normalizeEmail } from '#platform/values/mask.ts'
import type { FormTranslations, StoredForm } from '../lead-form/rules.ts'
import { type Keys, type LeadContent, type LeadRow, toLead } from './rules.ts'
import type { ExportFilters, Lead, LeadFilters, LeadStatus } from './schema.ts'

type Row = Omit<LeadRow, 'createdAt'> & { created_at: string }

const columns = sql<Row>`
  l.id, l.gallery_id as "galleryId", l.status, l.email, l.name, l.phone, l.message, l.note, l.locale,
  l.consent_text as "consentText", l.consented_at as "consentedAt", l.confirmed_at as "confirmedAt", l.created_at,
  l.updated_at as "updatedAt"`

const toRow = ({ created_at: createdAt, ...row }: Row): LeadRow => ({ ...row, createdAt })

const fitting = (tx: StoreTx | StreamTx, galleryId: string, filters: ExportFilters) => {
  const { status, q, email, createdAfter, createdBefore } = filters
  const pattern = q === undefined ? '' : likePattern(q)
  return sql`gallery_leads l where l.store_env_id = ${tx.storeEnvId} and l.gallery_id = ${galleryId}
    ${status === undefined ? sql`` : sql`and ${equalsAny('l.status', status)}`}
    ${q === undefined ? sql`` : sql`and (l.name ilike ${pattern} or l.message ilike ${pattern} or l.note ilike ${pattern})`}
    ${email === undefined ? sql`` : sql`and l.email = ${normalizeEmail(email)}`}
    ${createdAfter === undefined ? sql`` : sql`and l.created_at >= ${createdAfter}::timestamptz`}
    ${createdBefore === undefined ? sql`` : sql`and l.created_at < ${createdBefore}::timestamptz`}`
}

export const list = (tx: StoreTx, galleryId: string, filters: LeadFilters) =>
  listNewest(tx, filters, { columns, from: fitting(tx, galleryId, filters), table: 'l' }, (row) => toLead(toRow(row)))

export async function* stream(tx: StreamTx, galleryId: string, filters: ExportFilters): AsyncGenerator<Lead[]> {
  const query = sql<Row>`
    select ${columns} from ${fitting(tx, galleryId, filters)} order by l.created_at desc, l.id desc`
  for await (const rows of tx.stream(query, 500)) yield rows.map((row) => toLead(toRow(row)))
}

export async function find(tx: StoreTx, galleryId: string, id: string): Promise<LeadRow | undefined> {
  const row = await tx.first<Row>(sql`
    select ${columns} from gallery_leads l
     where l.store_env_id = ${tx.storeEnvId} and l.gallery_id = ${galleryId} and l.id = ${id}`)
  return row && toRow(row)
}

export async function findById(tx: StoreTx, id: string): Promise<LeadRow | undefined> {
  const row = await tx.first<Row>(sql`
    select ${columns} from gallery_leads l where l.store_env_id = ${tx.storeEnvId} and l.id = ${id}`)
  return row && toRow(row)
}

/** Locks until the transaction ends: the second of two concurrent changes sees the first. */
export async function lock(tx: StoreTx, id: string): Promise<LeadRow | undefined> {
  const row = await tx.first<Row>(sql`
    select ${columns} from gallery_leads l where l.store_env_id = ${tx.storeEnvId} and l.id = ${id} for update`)
  return row && toRow(row)
}

/** The form of a published gallery. A shared lock prevents the gallery's deletion while a lead is written. */
export const findForm = (tx: StoreTx, galleryId: string) =>
  tx.first<FormTranslations & { leadForm: StoredForm }>(sql`
    select g.lead_form as "leadForm", g.locale, g.translations from galleries g
     where g.store_env_id = ${tx.storeEnvId} and g.id = ${galleryId} and g.status = 'published' for key share`)

/** Serialises concurrent repeats, so the second finds the first. */
export const lockKey = (tx: StoreTx, key: Buffer) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`gallery lead ${key.toString('hex')}`}::text, 0))`)

export const findSince = (tx: StoreTx, key: Buffer, since: Date) =>
  tx.first<{ id: string; visitor: Buffer }>(sql`
    select l.id, l.visitor from gallery_leads l
     where l.store_env_id = ${tx.storeEnvId} and l.key = ${key} and l.created_at > ${since}
     order by l.created_at desc limit 1`)

export const countSince = async (tx: StoreTx, email: string, since: Date): Promise<number> => {
  const row = await tx.first<{ count: number }>(sql`
    select count(*) as count from gallery_leads l
     where l.store_env_id = ${tx.storeEnvId} and l.email = ${email} and l.created_at > ${since} and l.status <> 'spam'`)
  return row?.count ?? 0
}

export type NewRow = LeadContent & Keys & { id: string; galleryId: string; status: LeadStatus; consentText: string }

export const insert = (tx: StoreTx, row: NewRow) =>
  tx.run(sql`
    insert into gallery_leads (store_env_id, id, gallery_id, status, email, name, phone, message, locale, consent_text,
                               consented_at, key, visitor, created_at, updated_at)
    values (${tx.storeEnvId}, ${row.id}, ${row.galleryId}, ${row.status}, ${row.email}, ${row.name}, ${row.phone},
            ${row.message}, ${row.locale}, ${row.consentText}, ${tx.now}, ${row.key}, ${row.visitor}, ${tx.now}, ${tx.now})`)

export const update = (tx: StoreTx, id: string, row: { status: LeadStatus; note: string | null }) =>
  tx.run(sql`
    update gallery_leads l
       set status = ${row.status}, note = ${row.note},
           updated_at = ${laterThan('l.updated_at', tx.now)}
     where l.store_env_id = ${tx.storeEnvId} and l.id = ${id}`)

export const updateConfirmed = (tx: StoreTx, id: string) =>
  tx.run(sql`
    update gallery_leads l set status = 'new', confirmed_at = ${tx.now}, updated_at = ${tx.now}
     where l.store_env_id = ${tx.storeEnvId} and l.id = ${id}`)

export const deleteLead = (tx: StoreTx, galleryId: string, id: string) =>
  tx.run(sql`
    delete from gallery_leads l
     where l.store_env_id = ${tx.storeEnvId} and l.gallery_id = ${galleryId} and l.id = ${id}`)

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

export const deleteByEmail = async (tx: StoreTx, email: string): Promise<string[]> =>
  idsOf(
    await tx.all<{ id: string }>(
      sql`delete from gallery_leads l where l.store_env_id = ${tx.storeEnvId} and l.email = ${email} returning l.id`,
    ),
  )

export const deleteByGallery = async (tx: StoreTx, galleryId: string): Promise<string[]> =>
  idsOf(
    await tx.all<{ id: string }>(sql`
      delete from gallery_leads l where l.store_env_id = ${tx.storeEnvId} and l.gallery_id = ${galleryId} returning l.id`),
  )

export const deleteOld = async (tx: StoreTx, unconfirmedBefore: Date, days: number, limit: number): Promise<string[]> =>
  idsOf(
    await tx.all<{ id: string }>(sql`
      delete from gallery_leads l
       where l.store_env_id = ${tx.storeEnvId} and l.id = any(array(
         select o.id from gallery_leads o
           join galleries g on g.store_env_id = ${tx.storeEnvId} and g.id = o.gallery_id
          where o.store_env_id = ${tx.storeEnvId}
            and (o.created_at <= ${tx.now}::timestamptz
                   - make_interval(days => coalesce((g.lead_form ->> 'retentionDays')::integer, ${days}::integer))
                 or (o.status = 'unconfirmed' and o.created_at <= ${unconfirmedBefore}))
          order by o.created_at limit ${limit}))
      returning l.id`),
  )

export async function listByEmail(tx: StoreReads, email: string, limit?: number) {
  const rows = await tx.all<Omit<LeadRow, 'updatedAt' | 'confirmedAt' | 'locale'>>(sql`
    select l.id, l.gallery_id as "galleryId", l.email, l.name, l.phone, l.message, l.note, l.status,
           l.consent_text as "consentText", l.consented_at as "consentedAt", l.created_at as "createdAt"
      from gallery_leads l where l.store_env_id = ${tx.storeEnvId} and l.email = ${email}
     order by l.created_at desc, l.id desc ${limit === undefined ? sql`` : sql`limit ${limit}`}`)
  return rows.map((row) => ({ ...row, emailLast4: last4(row.email) ?? '' }))
}

export const hasLeads = async (tx: StoreReads): Promise<boolean> =>
  (await tx.first(sql`select 1 as one from gallery_leads l where l.store_env_id = ${tx.storeEnvId} limit 1`)) !==
  undefined
