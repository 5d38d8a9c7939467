import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'

/** Items whose picture is stored. A photo that is still processed, or that failed, is left out. */
export const picturedItems = (tx: StoreTx, galleryId: ReturnType<typeof sql>) => sql`
  gallery_items i
    left join review_photos f on f.store_env_id = ${tx.storeEnvId} and f.id = i.review_photo_id and f.state = 'ready'
    left join reviews r on r.store_env_id = ${tx.storeEnvId} and r.id = f.review_id
    left join gallery_photos u on u.store_env_id = ${tx.storeEnvId} and u.id = i.upload_id
   where i.store_env_id = ${tx.storeEnvId} and i.gallery_id = ${galleryId} and (r.id is not null or u.id is not null)`
