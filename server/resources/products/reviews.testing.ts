import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import type { Shop, TestService } from '#test/service.ts'

export type TestReview = {
  platformProductId: string
  rating?: number
  title?: string | null
  body?: string
  authorName?: string
  authorEmail?: string | null
  status?: 'pending' | 'approved' | 'rejected' | 'spam'
  source?: 'email_form' | 'widget_form' | 'api' | 'import'
  incentive?: 'coupon' | 'points' | null
  verified?: boolean
  locale?: string | null
  country?: string | null
}

export async function addReview({ service }: TestService, shop: Shop, given: TestReview): Promise<string> {
  const review = { ...defaults, ...given }
  const id = newId()
  await service.db.store(shop, 'write', (tx) =>
    tx.run(sql`
      insert into reviews (store_env_id, id, product_id, rating, title, body, author_name, author_email, verified, status,
                           source, incentive, locale, country, submitted_at, created_at, updated_at)
      select ${tx.storeEnvId}, ${id}, p.id, ${review.rating}, ${review.title}, ${review.body}, ${review.authorName},
             ${review.authorEmail}, ${review.verified}, ${review.status}, ${review.source}, ${review.incentive},
             ${review.locale}, ${review.country}, ${tx.now}, ${tx.now}, ${tx.now}
        from products p
       where p.store_env_id = ${tx.storeEnvId} and p.platform_product_id = ${review.platformProductId}
      returning 1`),
  )
  return id
}

const defaults = {
  rating: 5,
  title: null,
  body: 'Boils fast.',
  authorName: 'Ana Lopez',
  authorEmail: null,
  status: 'approved',
  source: 'api',
  incentive: null,
  verified: false,
  locale: null,
  country: null,
}
