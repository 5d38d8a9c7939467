import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import type { CustomTexts } from './parsed-templates.ts'

export type Shop = { name: string; url: string | null; timezone: string }

type VersionRow = Shop & { locale: string | null; version: string | null }

/** Every mail needs only this statement. Texts are read only when the process has not cached their version. */
export async function findVersions(
  tx: StoreReads,
  name: string,
): Promise<{ shop: Shop; versions: Map<string, string> }> {
  const rows = await tx.all<VersionRow>(sql`
    select s.name, s.origins[1] as url, s.timezone, t.locale, t.version
      from stores s
      left join email_templates t on t.store_env_id = s.id and t.store_env_id = ${tx.storeEnvId} and t.name = ${name}
     where s.id = ${tx.storeEnvId}`)
  const versions = rows.flatMap(({ locale, version }): [string, string][] =>
    locale !== null && version !== null ? [[locale, version]] : [],
  )
  const { name: shopName = '', url = null, timezone = 'UTC' } = rows[0] ?? {}
  return { shop: { name: shopName, url, timezone }, versions: new Map(versions) }
}

type Row = {
  subject: string | null
  preheader: string | null
  heading: string | null
  body: string | null
  button: string | null
  mjml: string | null
  compiled_html: string | null
  compiled_text: string | null
  version: string
  updated_at: string
}

export type StoredTemplate = CustomTexts & { mjml: string | null; version: string; updatedAt: string }

export async function find(tx: StoreReads, name: string, locale: string): Promise<StoredTemplate | undefined> {
  const row = await tx.first<Row>(sql`
    select subject, preheader, heading, body, button, mjml, compiled_html, compiled_text, version, updated_at
      from email_templates where store_env_id = ${tx.storeEnvId} and name = ${name} and locale = ${locale}`)
  if (!row) return undefined
  const { compiled_html: html, compiled_text: text, updated_at: updatedAt, ...words } = row
  return { ...words, html, text, updatedAt }
}

/** Null without a branding of the store's own. */
export type ListedTemplate = {
  defaultLocale: string | null
  name: string | null
  locale: string | null
  subject: string | null
}

/** A store without templates of its own has one row, which names no template. */
export const listOwn = (tx: StoreTx) =>
  tx.all<ListedTemplate>(sql`
    select b.default_locale as "defaultLocale", t.name, t.locale, t.subject
      from stores s
      left join email_branding b on b.store_env_id = s.id and b.store_env_id = ${tx.storeEnvId}
      left join email_templates t on t.store_env_id = s.id and t.store_env_id = ${tx.storeEnvId}
     where s.id = ${tx.storeEnvId} order by t.name, t.locale`)

export const upsert = (
  tx: StoreTx,
  name: string,
  locale: string,
  own: Omit<StoredTemplate, 'version' | 'updatedAt'>,
): Promise<number> =>
  tx.run(sql`
    insert into email_templates (store_env_id, id, name, locale, version, subject, preheader, heading, body, button, mjml,
      compiled_html, compiled_text, updated_at)
    values (${tx.storeEnvId}, ${newId(tx.now.getTime())}, ${name}, ${locale}, ${newId(tx.now.getTime())}, ${own.subject},
      ${own.preheader}, ${own.heading}, ${own.body}, ${own.button}, ${own.mjml}, ${own.html}, ${own.text}, ${tx.now})
    on conflict on constraint email_templates_once do update set
      version = excluded.version, subject = excluded.subject, preheader = excluded.preheader, heading = excluded.heading,
      body = excluded.body, button = excluded.button, mjml = excluded.mjml, compiled_html = excluded.compiled_html,
      compiled_text = excluded.compiled_text, updated_at = excluded.updated_at`)

export const deleteTemplate = (tx: StoreTx, name: string, locale: string): Promise<number> =>
  tx.run(sql`
    delete from email_templates where store_env_id = ${tx.storeEnvId} and name = ${name} and locale = ${locale}`)

export type SampleProduct = { id: string; title: string; imageUrl: string | null }

/** Products with a picture come first. Two branches read a few rows of a large catalog. One ORDER BY would read all. */
export const listProducts = (tx: StoreTx) =>
  tx.all<SampleProduct>(sql`
    (select id, title, image_url as "imageUrl" from products
      where store_env_id = ${tx.storeEnvId} and status = 'active' and title is not null and image_url is not null
      order by created_at desc, id desc limit 2)
    union all
    (select id, title, image_url as "imageUrl" from products
      where store_env_id = ${tx.storeEnvId} and status = 'active' and title is not null and image_url is null
      order by created_at desc, id desc limit 2)
    limit 2`)

export const isMember = async (tx: StoreTx, email: string): Promise<boolean> =>
  (await tx.first(sql`
    select 1 from memberships
     where organization_id = ${tx.organizationId} and lower(email) = ${email} and active limit 1`)) !== undefined
