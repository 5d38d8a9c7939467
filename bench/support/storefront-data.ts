import { Client } from 'pg'
import { parseConnection } from '#platform/db/roles.ts'

export type BenchShop = { storeEnvId: string; products: number; origin: string }

const origin = 'https://shop.example.com'
const uuid = (kind: number, n: string) =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

export async function fillStorefronts(url: string, options: { reviews: number; products: number }): Promise<BenchShop> {
  const { reviews, products } = options
  const client = new Client(parseConnection(url))
  await client.connect()
  await client.query(`
    insert into organizations (id, name, created_at) select ${uuid(1, 'n')}, 'Org ' || n, now() from generate_series(0, 50) n;
    insert into stores (id, organization_id, name, origins, created_at)
      select ${uuid(2, 'n')}, ${uuid(1, 'n')}, 'Store ' || n, array['${origin}'], now() from generate_series(0, 50) n;
    insert into subscriptions (store_env_id, organization_id, plan, status, created_at, updated_at)
      select ${uuid(2, 'n')}, ${uuid(1, 'n')}, 'scale', 'active', now(), now() from generate_series(0, 50) n;
    insert into products (store_env_id, id, platform_product_id, title, url, image_url, created_at, updated_at)
      select ${uuid(2, 's')}, ${uuid(3, `s * 1000000 + p`)}, 'p' || p, 'Product ' || p, 'https://shop.example.com/p/' || p, null, now(), now()
        from generate_series(0, 50) s, generate_series(0, ${products - 1}) p where s = 0 or p < 50;
    insert into reviews (store_env_id, id, product_id, rating, title, body, author_name, author_email, verified, status, source,
                         photo_count, submitted_at, approved_at, created_at, updated_at)
      select ${uuid(2, 's')}, ${uuid(4, 'n')},
             ${uuid(3, `s * 1000000 + case when s = 0 then floor(${products} * power(u, 3))::bigint else n % 50 end`)},
             case when r < 0.72 then 5 when r < 0.88 then 4 when r < 0.94 then 3 when r < 0.97 then 2 else 1 end,
             'Title of ' || n % 97, 'A review of ' || n % 997 || ' words' || repeat(' lorem ipsum dolor sit amet', 1 + (n % 12)::int),
             'Jane A.', 'author' || n || '@example.com', n % 3 > 0, case when n % 10 < 9 then 'approved' else 'pending' end, 'api',
             case when n % 13 = 0 then 2 else 0 end, at, at, at, at
        from (select n, random() as u, random() as r, timestamptz '2022-01-01' + n * interval '2 minutes' as at,
                     case when n % 5 < 4 then 0 else 1 + n / 5 % 50 end as s
                from generate_series(0, ${reviews - 1}) n) numbered;
    insert into review_photos (store_env_id, id, review_id, position, state, storage_key, width, height, variants, created_at)
      select r.store_env_id, gen_random_uuid(), r.id, p, 'ready', 'photos/' || r.store_env_id || '/' || r.id || '.webp', 1200, 900,
             '{thumb.webp,card.webp}', now()
        from reviews r, generate_series(0, 1) p where r.photo_count > 0`)
  await client.query('vacuum analyze')
  const { rows } = await client.query(`select ${uuid(2, '0')} as id`)
  await client.end()
  return { storeEnvId: rows[0].id, products, origin }
}
