import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import type { Brand } from './rules.ts'
import type { PlacementChange, PlacementSettings } from './schema.ts'

export async function find(tx: StoreTx): Promise<PlacementChange> {
  const row = await tx.first<{ settings: PlacementChange }>(
    sql`select s.settings from storefront_settings s where s.store_env_id = ${tx.storeEnvId}`,
  )
  return row?.settings ?? {}
}

/** Part of the review settings that widgets need. */
type Reading = { translate: string[]; digest: boolean }
type Row = {
  settings: PlacementChange | null
  color: string | null
  logo_url: string | null
  translate: string[] | null
  digest: boolean | null
  buyersOnly: boolean
}

export type StoredSettings = { settings: PlacementChange; brand: Brand; reading: Reading; buyersOnly: boolean }

/** Reads the settings and the brand of the store's mails in one statement, because a page waits for them. */
export async function findWithBrand(tx: StoreTx): Promise<StoredSettings> {
  const row = await tx.first<Row>(sql`
    select s.settings, b.primary_color as color, b.logo_url, r.translate, r.digest, coalesce(r.buyers_only, false) as "buyersOnly"
      from (select) one
      left join storefront_settings s on s.store_env_id = ${tx.storeEnvId}
      left join email_branding b on b.store_env_id = ${tx.storeEnvId}
      left join review_settings r on r.store_env_id = ${tx.storeEnvId}`)
  const brand = { color: row?.color ?? null, logoUrl: row?.logo_url ?? null }
  const reading = { translate: row?.translate ?? [], digest: row?.digest ?? false }
  return { settings: row?.settings ?? {}, brand, reading, buyersOnly: row?.buyersOnly ?? false }
}

export const upsert = (tx: StoreTx, settings: PlacementSettings): Promise<number> =>
  tx.run(sql`
    insert into storefront_settings (store_env_id, id, settings, updated_at)
    values (${tx.storeEnvId}, ${newId(tx.now.getTime())}, ${JSON.stringify(settings)}::jsonb, ${tx.now})
    on conflict on constraint storefront_settings_once
      do update set settings = excluded.settings, updated_at = excluded.updated_at`)
