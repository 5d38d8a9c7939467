import { Client } from 'pg'
import { hashSecret, newKey } from '#platform/auth/keys.ts'
import { parseConnection } from '#platform/db/roles.ts'

export type BenchStore = { storeEnvId: string; key: string }

export async function fillReviews(
  url: string,
  options: { reviews: number; stores: number; large: number },
): Promise<BenchStore[]> {
  const { reviews, stores, large } = options
  const client = new Client(parseConnection(url))
  await client.connect()
  const id = (kind: number, n: number | string) =>
    `lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0')`
  await client.query(`
    insert into organizations (id, name, created_at) select (${id(1, 'n')})::uuid, 'Org ' || n, now() from generate_series(0, ${stores - 1}) n;
    insert into stores (id, organization_id, name, created_at) select (${id(2, 'n')})::uuid, (${id(1, 'n')})::uuid, 'Store ' || n, now() from generate_series(0, ${stores - 1}) n;
    insert into subscriptions (store_env_id, organization_id, plan, status, created_at, updated_at)
      select (${id(2, 'n')})::uuid, (${id(1, 'n')})::uuid, 'scale', 'active', now(), now() from generate_series(0, ${stores - 1}) n;
    insert into products (store_env_id, id, platform_product_id, title, url, image_url, created_at, updated_at)
      select (${id(2, 's')})::uuid, (${id(3, 's * 100 + p')})::uuid, 'p' || p, 'Product ' || p, 'https://shop.example/p/' || p, 'https://shop.example/i/' || p, now(), now()
        from generate_series(0, ${stores - 1}) s, generate_series(0, 49) p;
    insert into product_variants (store_env_id, id, product_id, platform_variant_id, sku, gtin, brand, position, created_at, updated_at)
      select store_env_id, gen_random_uuid(), id, platform_product_id || '-' || v, 'SKU-' || platform_product_id || '-' || v, '4006381333931', 'Acme', v, now(), now()
        from products, generate_series(0, 1) v;
    insert into reviews (store_env_id, id, product_id, rating, title, body, author_name, author_email, verified, status, source, submitted_at, approved_at, created_at, updated_at)
      select (${id(2, 's')})::uuid, (${id(4, 'n')})::uuid, (${id(3, 's * 100 + n % 50')})::uuid, 1 + n % 5, 'Title of ' || n % 97,
             'A review of ' || n % 997 || ' words' || repeat(' lorem ipsum dolor sit amet', 8), 'Jane Author', 'author' || n || '@example.com', n % 2 = 0,
             case when n % 10 < 8 then 'approved' else 'pending' end, 'api', at, at, at, at
        from (select n, timestamptz '2024-01-01' + n * interval '60 seconds' as at,
                     case when n % 5 = 0 then 0 else 1 + (n / 5 * 4 + n % 5 - 1) % ${stores - 1} end as s
                from generate_series(0, ${reviews - 1}) n) numbered`)
  if (Math.round(reviews / 5) !== large) throw new Error('the large store gets every fifth review')
  const made: BenchStore[] = []
  for (let n = 0; n < stores; n++) {
    const key = newKey()
    await client.query(
      `insert into api_keys (id, organization_id, name, digest, last4, role, created_at, first_used_at, last_used_at)
       values (gen_random_uuid(), (${id(1, n)})::uuid, 'bench', $1, 'xxxx', 'ADMIN', now(), now(), now())`,
      [hashSecret(key)],
    )
    const { rows } = await client.query(`select (${id(2, n)})::uuid as id`)
    made.push({ storeEnvId: rows[0].id, key })
  }
  await client.query('vacuum analyze')
  await client.end()
  return made
}
