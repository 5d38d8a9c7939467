import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

type Version = { pageId: string; version: number; blocks: unknown; translations: unknown }

export const lockVersionsWith = (tx: StoreTx, productId: string) =>
  tx.all<Version>(sql`
    select v.page_id as "pageId", v.version, v.blocks, v.translations from web_page_versions v
     where v.store_env_id = ${tx.storeEnvId}
       and (strpos(v.blocks::text, ${productId}::text) > 0 or strpos(v.translations::text, ${productId}::text) > 0)
     order by v.page_id, v.version for update`)

export const updateVersion = (tx: StoreTx, { pageId, version, blocks, translations }: Version) =>
  tx.run(sql`
    update web_page_versions
       set blocks = ${JSON.stringify(blocks)}::jsonb, translations = ${JSON.stringify(translations)}::jsonb
     where store_env_id = ${tx.storeEnvId} and page_id = ${pageId} and version = ${version}`)
