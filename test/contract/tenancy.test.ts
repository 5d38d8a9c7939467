// For each rule, a violation is written and rolled back. The rule must find it, because otherwise it protects nothing.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { createDatabase, type TestDatabase } from '#test/database.ts'

/** Tables without a tenant, each with the reason. */
const globalTables: Record<string, string> = {
  organizations: 'owns stores; scoped by organization',
  stores: 'is the list of tenants, read to find out whose a store is',
  subscriptions: 'read with the store while a caller is being proven',
  memberships: 'belongs to people and organizations',
  invitations: 'found by token before anybody is known',
  ownership_transfers: 'belongs to the organization: one of its people hands it to another',
  departed_users: 'people of deleted organizations, until it is known whether they belong to another',
  used_invitations: 'digests of links that were accepted, looked up by token before anybody is known',
  api_keys: 'found by digest before anybody is known',
  audit_log: 'belongs to the organization, and outlives its stores',
  deprecated_calls: 'belongs to the organization',
  deprecation_notices: 'belongs to the organization',
  idempotency_keys: 'belongs to the organization: a key used in another store of it has to be told',
  mailbox: 'the mail sink of an installation without SMTP',
  review_feeds: 'found by token before a store is known',
  destination_feeds: 'found by token before a store is known',
  form_links: 'found by digest before a store is known',
  sending_domain_claims: 'says that a verified domain is taken, which no store can see of another',
  affiliates: 'belongs to the organization',
  affiliate_referrals: 'is between two organizations',
  affiliate_commissions: 'belongs to the organization that earns, and tells of another that paid',
  affiliate_payouts: 'belongs to the organization',
  sign_ups: 'found by token before there is an organization',
  oauth_clients: 'found by id before anybody is known',
  oauth_grants:
    'belongs to the organization: of one person, for some of its stores; read while a token is being proven',
  oauth_access_tokens: 'found by digest before anybody is known',
  oauth_refresh_tokens: 'found by digest before anybody is known',
  review_grants: 'belongs to the organization: it is between two of its stores',
  partner_grants: 'is between two organizations, and read while a person is being proven',
  organization_trials: 'belongs to the organization',
  single_sign_on: 'belongs to the organization; read before its people are known',
  single_sign_on_domains: 'says whose a proven domain is, which no organization can see of another',
  single_sign_on_links: 'belongs to the organization',
  single_sign_on_attempts: 'found by the digest of a state before anybody is known',
  support_tickets: 'belongs to the organization',
  support_messages: 'belongs to the organization',
  support_grants: 'belongs to the organization; read while support is being proven',
  support_tokens: 'found by digest before anybody is known',
  storefront_secrets: 'belongs to the organization; read while a page is being proven',
  appeal_links: 'found by the digest of a mailed token before a store is known',
  review_confirmations: 'found by the digest of a mailed token before a store is known',
  review_receipts: 'found by the digest of a mailed token before a store is known',
  web_page_handles: 'asked for whose pages stand below an address, before a store is known',
  shop_lookups: 'asked for whose shop sends a webhook, before a store is known',
  change_stamps: 'read while a key is being proven; has a random number only, and ends with its store',
  wake_ups: 'read across stores to find due jobs; has a time and a job only',
  webhook_lanes: 'tells the sender, which looks across stores, when something is due, and nothing of what',
  invoice_series: "the operator's own counters of invoice numbers",
  invoice_register: 'tells an operator, who knows the number of an invoice alone, whose it is',
  unknown_proxies: 'peers of the installation whose forwarding headers were ignored',
  billing_seller: "the operator's own name and address, as invoices say them",
  stripe_customers: 'belongs to the organization: one customer for all its stores',
  stripe_events: 'what Stripe reported, before it is known whose it is; ids alone',
  stripe_reconciliation: 'how far the nightly search came, for all stores',
  evidence_keys: 'the keys of the installation, with which the heads of all stores are signed',
  evidence_trusted_keys: 'keys of other installations, which the operator trusts for all stores',
  evidence_witnesses: 'the witnesses of the installation, which an operator names for all stores or some',
  ended_ledgers: 'the last heads of stores that are no more',
  schema_migrations: 'what migrated this database',
}

/** Functions that the application calls and that run as their owner, bypassing row-level security. */
const trustedFunctions: Record<string, string> = {
  enter_as_key: 'proves a key and enters the store only if it is its own',
  enter_with_key: 'the same, and returns the stores of a narrowed key',
  enter_as_known_key:
    'tells whether a key and a subscription are still the rows a process has seen, and only then enters',
  read_as_known_key: 'the same for a read, and returns the stamp of the store',
  stamp_for_known_key: 'the same without entering, for a response that is already cached',
  enter_as_user: 'proves a membership and enters the store only if it is its own',
  enter_as_person: 'proves a membership, or a grant to an organization of the person, and enters only what is theirs',
  enter_as_support: 'proves a token under a grant that stands, and enters only the store that it is for',
  enter_as_oauth: 'proves a token of a consent that stands, and enters a store only if the consent names it',
  record_for_partner: 'writes to the audit log of an organization that the entered one has given a grant',
  partner_names: 'tells an organization what those are called with whom it shares a grant',
  referred_names: 'tells an organization what those are called that it brought',
  find_store: 'says whose a store is, for links that prove themselves by a signature',
  enter_as_storefront: 'enters a store that anybody may name, for what its pages show to everybody',
  read_as_storefront: 'the same for a read',
  is_closing: 'says of an organization whose link or store somebody holds whether it is about to be deleted',
  is_storefront_origin: 'tells a browser whether a page is of any store',
  find_review_feed: 'finds the one feed whose token the caller holds',
  find_destination_feed: 'finds the one file of reviews whose token the caller holds',
  find_form_link: 'finds the one order whose form the token opens',
  find_review_confirmation: 'finds the one review whose confirmation link the caller holds',
  find_review_receipt: 'finds the one review whose receipt the caller holds',
  find_appeal_link: 'finds the one rejection that the caller may object to by the link they hold',
  find_web_page_store: 'tells whose pages stand below an address, which everybody may know',
  find_shops: 'tells whose shop sends a webhook, and nothing else of it',
  find_connected_shops: 'tells which organization has connected a shop, so that no other takes it over',
  add_first_evidence_key: 'adds the first key of the installation, where there is none',
  may_share: 'says whether a store of an organization has a plan with sharing',
  sharing_stores: 'names the stores of the organization that share their reviews with the entered one',
  review_followers: 'finds the grants that the entered store has given',
  add_job: 'adds a job in the transaction of the change it belongs to',
  add_jobs: 'the same for many',
  customers_named: "finds the entered store's customers by a part of their name",
  products_matching: "finds the entered store's products by a part of their names, ids and SKUs",
  products_titled: "finds the entered store's products by a part of their title",
  reviews_sharing: "finds the entered store's reviews by hashes of their words",
  remove_ledger_rows:
    'removes the ledger of the entered store once its organization is being deleted, and else nothing',
  analyze_filled: 'has the planner look at a few named tables, once a minute',
}

const list = (names: Record<string, string>) =>
  `array[${Object.keys(names)
    .map((name) => `'${name}'`)
    .join(', ')}]`
const tenant = `(select * from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname <> all (${list(globalTables)}))`
const column = (oid: string) => `(select attnum from pg_attribute where attrelid = ${oid} and attname = 'store_env_id')`
const comparison = `(store_env_id = (NULLIF(current_setting('app.store_env_id'::text, true), ''::text))::uuid)`
/**
 * The role of trusted functions may read only these columns of five tables. Each of its functions names the store whose
 * rows it reads.
 */
const readByTrusted = `(p.polname = 'definer' and p.polcmd = 'r' and p.polroles = array['evident_definer'::regrole::oid]
  and (p.polrelid = 'customers'::regclass and ${mayRead('{id,name,store_env_id}')}
       or p.polrelid = 'products'::regclass and ${mayRead('{handle,id,id_key,platform_product_id,store_env_id,title}')}
       or p.polrelid = 'product_variants'::regclass and ${mayRead('{product_id,retired_at,sku,store_env_id}')}
       or p.polrelid = 'review_texts'::regclass and ${mayRead('{hashes,review_id,store_env_id}')}
       or p.polrelid = 'shop_connections'::regclass and ${mayRead('{id,status,store_env_id}')}))`
function mayRead(columns: string): string {
  return `array(select attname::text from pg_attribute a where a.attrelid = p.polrelid and attnum > 0 and not attisdropped
                 and has_column_privilege('evident_definer', a.attrelid, attnum, 'select') order by 1) = '${columns}'`
}
const good =
  'create table bad (store_env_id uuid not null, id uuid not null, other uuid, primary key (store_env_id, id));'
const scoped = `${good} alter table bad enable row level security, force row level security;`

/** `violations` selects what violates the rule. Each statement of `bad` must make it return a row. */
const rules: { promise: string; violations: string; bad: string[] }[] = [
  {
    promise: 'every table either belongs to stores or is known to be global',
    violations: `select relname from ${tenant} c where ${column('c.oid')} is null
       or not (select attnotnull from pg_attribute where attrelid = c.oid and attname = 'store_env_id')`,
    bad: ['create table bad (id uuid primary key)', 'create table bad (store_env_id uuid, id uuid)'],
  },
  {
    promise: 'row-level security is enabled and forced on every table of stores',
    violations: `select relname from ${tenant} c where not (relrowsecurity and relforcerowsecurity)`,
    bad: [
      good,
      `${good} alter table bad enable row level security`,
      'alter table products no force row level security',
    ],
  },
  {
    promise: 'one policy fences each table: one comparison, for everyone, for reads and writes alike',
    violations: `select relname from ${tenant} c where (
       select array_agg(p.polcmd = '*' and p.polpermissive and p.polroles = '{0}' and p.polwithcheck is null
                        and pg_get_expr(p.polqual, p.polrelid) = $$${comparison}$$) from pg_policy p
       where p.polrelid = c.oid and not ${readByTrusted}
     ) is distinct from '{t}'`,
    bad: [
      scoped,
      `${scoped} create policy tenant on bad using (true)`,
      'create policy second on reviews using (true)',
      `drop policy tenant on orders; create policy tenant on orders for select using ${comparison}`,
      `drop policy tenant on orders; create policy tenant on orders using ${comparison} with check (true)`,
      `drop policy tenant on orders; create policy tenant on orders using (store_env_id in (select id from stores))`,
      'create policy definer on orders for select to evident_definer using (true)',
      'drop policy definer on customers; create policy definer on customers to evident_definer using (true)',
      'drop policy definer on customers; create policy definer on customers for select using (true)',
      'drop policy definer on customers; create policy definer on customers for select to evident_definer, evident_app using (true)',
      'grant select (email) on customers to evident_definer',
      'grant select (address) on shop_connections to evident_definer',
      'grant select on customers to evident_definer',
    ],
  },
  {
    promise: 'every primary key starts with the store',
    violations: `select relname from ${tenant} c where not exists (
       select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p' and k.conkey[1] = ${column('c.oid')})`,
    bad: [
      'create table bad (store_env_id uuid not null, id uuid primary key)',
      'create table bad (store_env_id uuid not null)',
    ],
  },
  {
    promise: 'nothing is unique across stores',
    violations: `select i.indexrelid::regclass::text from pg_index i join ${tenant} c on c.oid = i.indrelid
       where (i.indisunique or i.indisexclusion) and i.indkey[0] is distinct from ${column('c.oid')}`,
    bad: [
      'create unique index bad on products (platform_product_id)',
      'create unique index bad on products (platform_product_id, store_env_id)',
      'create unique index bad on products (lower(platform_product_id), store_env_id)',
    ],
  },
  {
    promise: 'a reference stays inside its store, and outside tables refer to none',
    violations: `select k.conname from pg_constraint k where k.contype = 'f'
       and (k.conrelid in (select oid from ${tenant} t) or k.confrelid in (select oid from ${tenant} t))
       and not (k.conkey[1] = ${column('k.conrelid')} and k.confkey[1] = ${column('k.confrelid')}
                and k.conrelid in (select oid from ${tenant} t) and k.confrelid in (select oid from ${tenant} t))`,
    bad: [
      'alter table products add constraint bad foreign key (store_env_id) references stores',
      'alter table products add constraint bad foreign key (id, store_env_id) references products (store_env_id, id)',
      'alter table stores add product uuid, add constraint bad foreign key (id, product) references products',
    ],
  },
  {
    promise: 'references cascade or refuse, and set nothing',
    violations: `select conname from pg_constraint k join ${tenant} c on c.oid = k.conrelid
       where contype = 'f' and not (confdeltype in ('a', 'r', 'c') and confupdtype in ('a', 'r', 'c'))`,
    bad: [
      `${good} alter table bad add constraint bad foreign key (store_env_id, other) references products on delete set null`,
      `${good} alter table bad add constraint bad foreign key (store_env_id, other) references products on update set default`,
    ],
  },
  {
    promise: 'no trigger and no rewrite rule acts behind a statement',
    violations: `select tgname from pg_trigger t join ${tenant} c on c.oid = t.tgrelid where not tgisinternal
       union all select rulename from pg_rewrite r join ${tenant} c on c.oid = r.ev_class`,
    bad: [
      'create trigger bad before update on products for each row execute function suppress_redundant_updates_trigger()',
      'create rule bad as on delete to products do instead nothing',
    ],
  },
  {
    promise: 'ids and times come from the application: no serial, no identity, no default that calls a function',
    violations: `select relname || '.' || attname from ${tenant} c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
       where a.attidentity <> '' or a.attgenerated <> '' or pg_get_expr(d.adbin, d.adrelid) ~ '\\(|current_|CURRENT_|SESSION_'`,
    bad: [
      'alter table products add bad serial',
      'alter table products add bad bigint generated always as identity',
      'alter table products add bad uuid default gen_random_uuid()',
      'alter table products add bad timestamptz(3) default now()',
      'alter table products add bad timestamptz(3) default current_timestamp',
    ],
  },
  {
    promise: 'instants are timestamptz(3), as the wire has them',
    violations: `select relname || '.' || attname from ${tenant} c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
       where atttypid in ('timestamp'::regtype, 'time'::regtype, 'timetz'::regtype) or atttypid = 'timestamptz'::regtype and atttypmod <> 3`,
    bad: ['alter table products add bad timestamptz', 'alter table products add bad timestamp(3)'],
  },
  {
    promise: 'no number is a float, and no money is of the type money',
    violations: `select a.attrelid::regclass || '.' || attname from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and attnum > 0
         and atttypid = any ('{float4,float8,money,float4[],float8[]}'::regtype[])`,
    bad: ['alter table orders add bad float8', 'alter table orders add bad money', 'alter table stores add bad real'],
  },
  {
    promise: 'a function that runs as its owner is one of the few known ones',
    violations: `select p.oid::regprocedure::text from pg_proc p where prosecdef and has_function_privilege('evident_app', p.oid, 'execute')
       and p.pronamespace in ('public'::regnamespace, 'app'::regnamespace)
       and not p.proname = any (${list(trustedFunctions)})`,
    bad: [
      `create function app.bad() returns bigint language sql security definer as 'select count(*) from public.reviews'`,
    ],
  },
  {
    promise: 'a function that runs as its owner looks for names in the system first and in temporary tables last',
    violations: `select p.oid::regprocedure::text from pg_proc p where prosecdef
       and p.pronamespace in ('public'::regnamespace, 'app'::regnamespace)
       and not exists (select from unnest(p.proconfig) s where s ~ '^search_path=pg_catalog(, public)?, pg_temp$')`,
    bad: [
      'alter function app.find_review_feed(text) reset search_path',
      'alter function app.find_review_feed(text) set search_path = pg_catalog, public',
      'alter function app.find_review_feed(text) set search_path = pg_temp, pg_catalog, public',
    ],
  },
  {
    promise: 'a function that runs as its owner belongs to a role that nobody logs in with and that is above no rule',
    violations: `select p.oid::regprocedure::text from pg_proc p join pg_roles r on r.oid = p.proowner where prosecdef
       and p.pronamespace in ('public'::regnamespace, 'app'::regnamespace)
       and (r.rolcanlogin or r.rolsuper or r.rolbypassrls or r.rolcreaterole or r.rolcreatedb)`,
    bad: [
      'alter function app.find_review_feed(text) owner to current_user',
      'alter role evident_definer login',
      'alter role evident_definer bypassrls',
    ],
  },
  {
    promise: 'a view shows nobody more than the tables below it do',
    violations: `select relname from pg_class where relnamespace in ('public'::regnamespace, 'app'::regnamespace)
       and (relkind = 'm' or relkind = 'v' and not coalesce(reloptions @> '{security_invoker=true}', false))`,
    bad: ['create view bad as select * from reviews', 'create materialized view bad as select * from reviews'],
  },
]

let database: TestDatabase
let client: Client
before(async () => {
  database = await createDatabase()
  client = new Client({ connectionString: database.url })
  await client.connect()
})
after(async () => {
  await client.end()
  await database.drop()
})

const firstColumn = async (query: string): Promise<string[]> =>
  (await client.query({ text: query, rowMode: 'array' })).rows.map(([value]) => String(value))

for (const { promise, violations, bad } of rules) {
  test(promise, async () => {
    assert.deepEqual(await firstColumn(violations), [])
    for (const statement of bad)
      assert.notDeepEqual(await foundAfter(statement, violations), [], `missed: ${statement}`)
  })
}

async function foundAfter(statement: string, violations: string): Promise<string[]> {
  await client.query('begin')
  try {
    await client.query(statement)
    return await firstColumn(violations)
  } finally {
    await client.query('rollback')
  }
}

test('the lists of global tables and trusted functions contain only existing ones', async () => {
  const tables = await firstColumn(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  assert.deepEqual(
    Object.keys(globalTables).filter((name) => !tables.includes(name)),
    [],
  )
  const functions = await firstColumn('select proname from pg_proc where prosecdef')
  assert.deepEqual(
    Object.keys(trustedFunctions).filter((name) => !functions.includes(name)),
    [],
  )
})
