import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import type { Facts } from './rules.ts'
import type { Step } from './schema.ts'

type Row = {
  has_products: boolean
  has_origin: boolean
  has_footer_address: boolean
  has_sending_domain: boolean
  has_sent_request: boolean
  has_import: boolean
  has_feed: boolean
  skipped: string[] | null
  widgets: Facts['widgets'] | null
}

export async function find(tx: StoreTx): Promise<Facts> {
  const row = await tx.first<Row>(sql`
    select exists (select 1 from products p where p.store_env_id = ${tx.storeEnvId}) as has_products,
           exists (select 1 from stores s where s.id = ${tx.storeEnvId} and cardinality(s.origins) > 0) as has_origin,
           exists (select 1 from email_branding b where b.store_env_id = ${tx.storeEnvId}
                      and btrim(coalesce(b.footer_address, '')) <> '') as has_footer_address,
           exists (select 1 from sending_domains d where d.store_env_id = ${tx.storeEnvId}
                      and d.status = 'verified') as has_sending_domain,
           exists (select 1 from review_requests q where q.store_env_id = ${tx.storeEnvId}
                      and q.sent_at is not null) as has_sent_request,
           exists (select 1 from imports i where i.store_env_id = ${tx.storeEnvId} and i.status = 'completed'
                      and not i.dry_run and coalesce(i.options->>'kind', 'reviews') in ('reviews', 'archive')
                      and i.imported > 0) as has_import,
           exists (select 1 from review_feeds f where f.store_env_id = ${tx.storeEnvId}) as has_feed,
           (select r.skipped from first_runs r where r.store_env_id = ${tx.storeEnvId}) as skipped,
           (select json_agg(json_build_object('widget', w.widget, 'firstSeenAt', w.first_seen_at,
                                              'lastSeenAt', w.last_seen_at) order by w.first_seen_at, w.widget)
              from widget_sightings w where w.store_env_id = ${tx.storeEnvId}) as widgets`)
  if (!row) throw new Error('A select without a table returned no row.')
  return {
    hasProducts: row.has_products,
    hasOrigin: row.has_origin,
    hasFooterAddress: row.has_footer_address,
    hasSendingDomain: row.has_sending_domain,
    hasSentRequest: row.has_sent_request,
    hasImport: row.has_import,
    hasFeed: row.has_feed,
    skipped: row.skipped ?? [],
    widgets: (row.widgets ?? []).map(({ widget, firstSeenAt, lastSeenAt }) => ({
      widget,
      firstSeenAt: toInstant(firstSeenAt),
      lastSeenAt: toInstant(lastSeenAt),
    })),
  }
}

export const upsert = (tx: StoreTx, skipped: readonly Step[]): Promise<number> =>
  tx.run(sql`
    insert into first_runs (store_env_id, skipped, updated_at) values (${tx.storeEnvId}, ${skipped}::text[], ${tx.now})
    on conflict (store_env_id) do update set skipped = excluded.skipped, updated_at = excluded.updated_at`)

/** PostgreSQL's JSON writes ISO 8601 in another form than the API. */
const toInstant = (text: string) => new Date(text).toISOString()
