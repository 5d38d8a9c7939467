import { Client } from 'pg'
import { hashSecret, newKey } from '#platform/auth/keys.ts'
import { parseConnection } from '#platform/db/roles.ts'

export type GrowthStore = {
  storeEnvId: string
  organizationId: string
  key: string
  productId: string
  reviews: number
}

const perStep = 50_000

/**
 * Fills one store for each size. Reuses stores that an earlier run filled in the same folder, and completes partly filled
 * ones.
 */
export async function fillStores(url: string, sizes: readonly number[]): Promise<GrowthStore[]> {
  const client = new Client(parseConnection(url))
  await client.connect()
  try {
    await client.query('create table if not exists bench_growth (size int primary key)')
    const stores: GrowthStore[] = []
    for (const size of sizes) {
      const { rowCount } = await client.query('select from bench_growth where size = $1', [size])
      if (!rowCount) await fillStore(client, size)
      stores.push(await addKey(client, size))
    }
    return stores
  } finally {
    await client.end()
  }
}

const idOf = (kind: number, size: number, n: string | number) =>
  `('${kind.toString(16).padStart(8, '0')}-0000-7000-8000-' || lpad(to_hex(${size}::bigint * 1000 + ${n}), 12, '0'))::uuid`

async function fillStore(client: Client, size: number): Promise<void> {
  const [products, people] = [Math.ceil(size / 40), size / 2]
  const store = idOf(2, size, 0)
  const spread = (n: string, count: number) => `timestamptz '2024-06-01' + ${n} * (interval '2 years' / ${count})`
  const row = (kind: number, n: string) => `${store}, ${idOf(kind, size, n)}`
  console.log(`filling a store of ${size} reviews …`)
  await client.query(`
    set synchronous_commit = off;
    insert into organizations (id, name, created_at) values (${idOf(1, size, 0)}, 'Growth ${size}', now()) on conflict do nothing;
    insert into stores (id, organization_id, name, created_at) values (${store}, ${idOf(1, size, 0)}, 'Growth ${size}', now()) on conflict do nothing;
    insert into subscriptions (store_env_id, organization_id, plan, status, created_at, updated_at)
      values (${store}, ${idOf(1, size, 0)}, 'scale', 'active', now(), now()) on conflict do nothing;`)
  const countOf = async (table: string) => {
    const { rows } = await client.query(`select count(*)::int as count from ${table} where store_env_id = ${store}`)
    return rows[0].count as number
  }
  // Each step is one transaction, so an interrupted run continues with the next step.
  if ((await countOf('products')) === 0)
    await client.query(`
    insert into products (store_env_id, id, platform_product_id, id_key, title, title_folded, handle, url, created_at, updated_at)
      select ${row(3, 'n')}, 'p' || n, 'p' || n, t, lower(t), lower(replace(t, ' ', '-')) || '-' || n, 'https://shop.example/p/' || n, at, at
        from (select n, ${wordAt('n', 7)} || ' ' || ${wordAt('n', 31)} || ' lamp ' || n || case when n % ${Math.ceil(products / 5)} = 3 then ' zephyr' else '' end as t,
                     ${spread('n', products)} as at from generate_series(0, ${products - 1}) n) numbered;
    insert into product_variants (store_env_id, id, product_id, platform_variant_id, sku, gtin, brand, position, created_at, updated_at)
      select ${row(5, 'n * 2 + v')}, ${idOf(3, size, 'n')}, 'p' || n || '-' || v, 'SKU-' || n || '-' || v, '4006381333931', 'Acme', v, now(), now()
        from generate_series(0, ${products - 1}) n, generate_series(0, 1) v;`)
  for (let start = await countOf('orders'); start < people; start += perStep) {
    const numbers = `generate_series(${start}, ${Math.min(people, start + perStep) - 1}) n`
    const at = spread('n', people)
    await client.query(`
      insert into customers (store_env_id, id, email, name, name_folded, created_at, updated_at)
        select ${row(6, 'n')}, 'buyer' || n || '@example.com', t, lower(t), ${at}, ${at}
          from (select n, case when n % 3 = 0 then 'Ann ' else initcap(${wordAt('n', 3)}) || ' ' end || initcap(${wordAt('n', 17)}) as t from ${numbers}) named;
      insert into orders (store_env_id, id, platform_order_id, order_number, order_number_folded, email, total, currency, placed_at, created_at, updated_at)
        select ${row(7, 'n')}, 'o' || n, '' || n, '' || n, 'buyer' || n || '@example.com', 20, 'EUR', ${at}, ${at}, ${at} from ${numbers};
      insert into order_line_items (store_env_id, id, order_id, position, platform_product_id, title, quantity, product_id)
        select ${row(9, 'n')}, ${idOf(7, size, 'n')}, 0, 'p' || n % ${products}, 'Lamp', 1, ${idOf(3, size, `n % ${products}`)} from ${numbers};`)
  }
  for (let start = await countOf('reviews'); start < size; start += perStep) {
    await client.query(`
      insert into reviews (store_env_id, id, product_id, rating, title, body, author_name, author_email, verified, status, source,
                           photo_count, reply_body, reply_author_name, replied_at, submitted_at, approved_at, created_at, updated_at)
        select ${row(8, 'n')}, ${idOf(3, size, `n % ${products}`)}, 1 + (n * 7 + n / 11) % 5, ${wordAt('n', 5)} || ' ' || ${wordAt('n', 13)},
               (select string_agg(${wordAt('n', 1, 'w')}, ' ') from generate_series(1, 40) w) || case when n % ${size / 5} = ${size / 10} then ' quokka' else '' end,
               'Ann ' || initcap(${wordAt('n', 17)}), 'buyer' || n / 2 || '@example.com', n % 2 = 0,
               case when n % 10 < 8 then 'approved' when n % 10 = 8 then 'pending' when n % 20 = 9 then 'rejected' else 'spam' end,
               case when n % 7 < 4 then 'email_form' when n % 7 = 4 then 'import' else 'api' end, case when n % 9 = 0 then 1 else 0 end,
               case when n % 4 = 0 then 'Thanks' end, case when n % 4 = 0 then 'Shop' end, case when n % 4 = 0 then at end, at, at, at, at
          from (select n, ${spread('n', size)} as at from generate_series(${start}, ${Math.min(size, start + perStep) - 1}) n) numbered`)
    console.log(`  ${start + perStep} reviews`)
  }
  await client.query('insert into bench_growth values ($1)', [size])
  await client.query('vacuum analyze')
}

const syllables = 'ka lo mi re su ta ven dor pli ga chu fen wal bri tos nem jo lar vi spe'.split(' ')

/** SQL for a word of a vocabulary of 8,000, in which some words are much more frequent than others. */
function wordAt(n: string, factor: number, step = '0'): string {
  const hash = `(hashint8(${n}::bigint * 131 + ${factor} * 7919 + ${step} * 104729) & 2147483647)`
  const skewed = `((${hash} % 8000)::bigint * (${hash} / 8000 % 8000) / 8000)`
  const list = `(array['${syllables.join("','")}'])`
  return `(${list}[1 + ${skewed} % 20] || ${list}[1 + ${skewed} / 20 % 20] || ${list}[1 + ${skewed} / 400])`
}

async function addKey(client: Client, size: number): Promise<GrowthStore> {
  const key = newKey()
  await client.query(
    `insert into api_keys (id, organization_id, name, digest, last4, role, created_at, first_used_at, last_used_at)
     values (gen_random_uuid(), ${idOf(1, size, 0)}, 'bench', $1, 'xxxx', 'ADMIN', now(), now(), now())`,
    [hashSecret(key)],
  )
  const { rows } = await client.query(
    `select ${idOf(2, size, 0)} as store, ${idOf(1, size, 0)} as organization, ${idOf(3, size, 5)} as product`,
  )
  const { store, organization, product } = rows[0]
  return { storeEnvId: store, organizationId: organization, key, productId: product, reviews: size }
}
