import { fetchLimit } from '#platform/calls/paging/page.ts'
import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { isAveraged } from '#resources/products/averaged-fragments.ts'
import { afterPosition } from '../items/store.ts'
import type { ShownRow } from './rules.ts'
import type { ShownGalleryFilters } from './schema.ts'

export const find = (tx: StoreTx, id: string, filters: ShownGalleryFilters) =>
  tx.first<ShownRow>(sql`
    select g.id, g.title, g.description, g.layout, g.columns, g.locale, g.translations, g.lead_form as "leadForm",
           ${filters.includeTotal ? sql`(select count(*) from ${visible(tx)})` : sql`null::bigint`} as total,
           (select coalesce(json_agg(p.item order by p.position, p.id), '[]') from (
             select i.position, i.id, json_build_object(
                      'id', i.id, 'position', i.position, 'key', coalesce(f.storage_key, u.storage_key),
                      'width', coalesce(f.width, u.width), 'height', coalesce(f.height, u.height),
                      'variants', coalesce(f.variants, u.variants), 'caption', i.caption, 'alt', i.alt,
                      'translations', i.translations, 'authorName', r.author_name, 'incentive', r.incentive,
                      'products', array(
                        select json_build_object('platformProductId', p.platform_product_id, 'title', p.title, 'url', p.url,
                                                 'imageUrl', p.image_url)
                          from gallery_item_products t
                          join products p on p.store_env_id = ${tx.storeEnvId} and p.id = t.product_id and p.status = 'active'
                         where t.store_env_id = ${tx.storeEnvId} and t.item_id = i.id
                         order by t.position, p.id)) as item
               from ${visible(tx)} ${afterPosition(filters.cursor)}
              order by i.position, i.id limit ${fetchLimit(filters)}) p) as items
      from galleries g
     where g.store_env_id = ${tx.storeEnvId} and g.id = ${id} and g.status = 'published'`)

const visible = (tx: StoreTx) => sql`
  gallery_items i
    left join review_photos f on f.store_env_id = ${tx.storeEnvId} and f.id = i.review_photo_id and f.state = 'ready'
    left join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = f.review_id and r.status = 'approved' and ${isAveraged}
    left join gallery_photos u on u.store_env_id = ${tx.storeEnvId} and u.id = i.upload_id and u.storage_key is not null
   where i.store_env_id = ${tx.storeEnvId} and i.gallery_id = g.id and i.permission = 'granted'
     and (r.id is not null or u.id is not null)`
