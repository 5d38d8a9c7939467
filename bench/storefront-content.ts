// Measures cached FAQs, a gallery with a form and a page's placements. The floor is a plain Fastify handler that sends the
// same bytes at the same URL. Also measures the database's work for uncached placements. Run: node bin/run.mjs
// bench/storefront-content.ts
import { Client } from 'pg'
import type { StoreReads } from '#platform/db/db.ts'
import { compile, type Query } from '#platform/db/query.ts'
import { parseConnection } from '#platform/db/roles.ts'
import { findShown } from '#resources/placements/shown/store.ts'
import { startBenchService, startServer } from './support/bench-service.ts'
import { keptAgainstPlain } from './support/kept-answers.ts'
import { explain } from './support/plans.ts'
import { fillStorefronts } from './support/storefront-data.ts'

const rounds = 7
const gallery = '019a9f53-1e72-7b38-9ac6-a0b1c2d3e409'

const bench = await startBenchService()
try {
  const shop = await fillStorefronts(bench.url, { reviews: 2_000, products: 50 })
  await fillContent(bench.url, shop.storeEnvId)
  await fillPlacements(bench.url)
  await showPlan(bench.url, shop.storeEnvId)
  const page = { 'x-store-env-id': shop.storeEnvId, origin: shop.origin }
  const env = { BENCH_DATABASE_URL: bench.url, SECRET_KEY: bench.secretKey, DATA_DIR: bench.dataDir }
  const plain = await startServer('plain-server.ts', env)
  const full = await startServer('plain-server.ts', env)
  const service = await startServer('service-server.ts', env)
  const servers = { plain, full, service }
  const reviews = '/api/v1/storefront/reviews?platformProductId=p0&limit=20'
  await keptAgainstPlain(servers, { what: '20 reviews, for comparison', path: reviews, page, rounds })
  const faqs = '/api/v1/storefront/faqs?platformProductId=p0&limit=20'
  await keptAgainstPlain(servers, { what: '20 FAQs', path: faqs, page, rounds })
  const path = `/api/v1/storefront/galleries/${gallery}?limit=24&includeTotal=true`
  await keptAgainstPlain(servers, { what: 'a gallery of 24', path, page, rounds })
  const placements = '/api/v1/storefront/placements?pageType=product&platformProductId=p0'
  await keptAgainstPlain(servers, { what: 'placements of a page', path: placements, page, rounds })
  await Promise.all([plain.stop(), full.stop(), service.stop()])
} finally {
  await bench.stop()
}

async function fillContent(url: string, storeEnvId: string): Promise<void> {
  const client = new Client(parseConnection(url))
  await client.connect()
  const form = {
    enabled: true,
    consentText: 'I agree that my message is stored.',
    notificationEmail: 'sales@shop.example',
  }
  await client.query(`
    insert into faqs (store_env_id, id, question, answer, locale, translations, status, position, is_general, published_at, created_at, updated_at)
      select '${storeEnvId}', gen_random_uuid(), 'Question ' || n || '?', 'An answer with **words**.' || repeat(' lorem ipsum', n % 40),
             'en', '{}', 'published', n, true, now(), now(), now() from generate_series(0, 199) n;
    insert into galleries (store_env_id, id, name, title, layout, columns, status, translations, lead_form, published_at, created_at, updated_at)
      values ('${storeEnvId}', '${gallery}', 'Home', 'Seen at home', 'grid', 4, 'published', '{}', '${JSON.stringify(form)}', now(), now(), now());
    insert into gallery_items (store_env_id, id, gallery_id, review_photo_id, position, caption, translations, permission, created_at, updated_at)
      select '${storeEnvId}', gen_random_uuid(), '${gallery}', f.id, row_number() over (order by f.id), 'By the window', '{}', 'granted', now(), now()
        from review_photos f join reviews r on r.store_env_id = f.store_env_id and r.id = f.review_id and r.status = 'approved'
       where f.store_env_id = '${storeEnvId}' limit 500;
    analyze faqs, galleries, gallery_items`)
  await client.end()
}

async function fillPlacements(url: string): Promise<void> {
  const client = new Client(parseConnection(url))
  await client.connect()
  await client.query(`
    insert into categories (store_env_id, id, platform_category_id, name, name_key, source, created_at, updated_at)
      select s.id, gen_random_uuid(), 'c' || n, 'Category ' || n, 'Category ' || n, 'pushed', now(), now() from stores s, generate_series(0, 19) n;
    insert into category_products (store_env_id, category_id, platform_product_id, said_by)
      select c.store_env_id, c.id, 'p' || n, 'product' from categories c, generate_series(0, 49) n where n % 5 = ascii(right(c.name, 1)) % 5;
    insert into placements (store_env_id, id, name, widget, page_type, is_general, selector, insertion, heading, priority, status, translations,
                            published_at, created_at, updated_at)
      select s.id, gen_random_uuid(), 'Placement ' || n, (array['reviews', 'stars', 'faq', 'loyalty'])[1 + n % 4],
             (array['product', 'category', 'home', 'any'])[1 + n / 4 % 4], n % 2 = 0, '#place-' || n % 20, 'append', 'Heading ' || n, n % 100,
             case when n % 10 = 9 then 'draft' else 'published' end, '{"de": {"heading": "Text"}}', now(), now(), now()
        from stores s, generate_series(0, 999) n;
    insert into placement_products (store_env_id, placement_id, product_id, is_excluded)
      select p.store_env_id, p.id, x.id, p.is_general from placements p
        join lateral (select x.id from products x where x.store_env_id = p.store_env_id order by md5(p.id::text || x.id::text) limit 10) x on true
       where p.priority % 4 < 3;
    insert into placement_categories (store_env_id, placement_id, category_id)
      select p.store_env_id, p.id, c.id from placements p
        join lateral (select c.id from categories c where c.store_env_id = p.store_env_id order by md5(p.id::text || c.id::text) limit 3) c on true
       where not p.is_general;
    analyze categories, category_products, placements, placement_products, placement_categories`)
  await client.end()
}

async function showPlan(url: string, storeEnvId: string): Promise<void> {
  const client = new Client(parseConnection(url))
  await client.connect()
  const plans = []
  for (const filters of [{ pageType: 'product', platformProductId: 'p0' }, { pageType: 'home' }] as const) {
    const asked: Query<unknown>[] = []
    const first = async (query: Query<unknown>) => void asked.push(query)
    await findShown({ storeEnvId, now: new Date(), first } as unknown as StoreReads, filters, undefined)
    for (const query of asked) plans.push({ page: filters.pageType, ...(await explain(client, compile(query))) })
  }
  console.table(plans)
  await client.end()
}
