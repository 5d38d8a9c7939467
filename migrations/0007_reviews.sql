create table reviews (
  store_env_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  order_id uuid,
  rating smallint not null constraint reviews_rating_range check (rating between 1 and 5),
  title text,
  body text not null,
  author_name text not null,
  author_email text,
  verified boolean not null default false,
  status text not null default 'pending' constraint reviews_status_known check (status in ('pending', 'approved', 'rejected', 'spam')),
  source text not null constraint reviews_source_known check (source in ('email_form', 'widget_form', 'api', 'import')),
  imported_from text,
  -- Identity of an imported row within its store: the same file twice adds nothing.
  import_key bytea,
  -- What the row last said, so that a rerun tells a changed file from what the merchant has since edited here.
  import_fingerprint bytea,
  import_id uuid,
  claimed_verified boolean,
  incentive text constraint reviews_incentive_known check (incentive in ('coupon', 'points')),
  reply_body text,
  reply_author_name text,
  replied_at timestamptz(3),
  locale text,
  country text,
  -- How many photos are ready: lists ask for photos only where there are some.
  photo_count smallint not null default 0,
  submitted_at timestamptz(3) not null,
  approved_at timestamptz(3),
  anonymized_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint reviews_product_fk foreign key (store_env_id, product_id) references products,
  -- Clearing orders unlinks their reviews first (Citus knows no SET NULL of one column).
  constraint reviews_order_fk foreign key (store_env_id, order_id) references orders
);
-- What lists filter by stands in the index behind their order: a filter that almost nothing fits then reads entries, not
-- rows (200,000 reviews, no match: 8 ms against 150).
create index reviews_submitted_idx on reviews (store_env_id, submitted_at desc, id desc, status, rating, verified, source,
                                               photo_count, incentive, replied_at);
create index reviews_created_idx on reviews (store_env_id, created_at desc, id desc);
create index reviews_status_idx on reviews (store_env_id, status, submitted_at desc, id desc);
create index reviews_product_idx on reviews (store_env_id, product_id, submitted_at desc, id desc);
create index reviews_approved_idx on reviews (store_env_id, product_id, rating, verified, photo_count) where status = 'approved';
create index reviews_order_idx on reviews (store_env_id, order_id) where order_id is not null;
create index reviews_author_idx on reviews (store_env_id, author_email) where author_email is not null;
create unique index reviews_imported_once on reviews (store_env_id, import_key) where import_key is not null;
create unique index reviews_one_per_order_and_product on reviews (store_env_id, order_id, product_id) where order_id is not null and source <> 'import';

create table review_photos (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  position integer not null,
  state text not null constraint review_photos_state_known check (state in ('waiting', 'ready', 'failed')),
  source_url text,
  storage_key text,
  width integer,
  height integer,
  created_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint review_photos_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index review_photos_review_idx on review_photos (store_env_id, review_id, position);

create table imports (
  store_env_id uuid not null,
  id uuid not null,
  format text,
  file_name text,
  -- Null once the file is removed.
  file_key text,
  file_sha256 bytea not null,
  options jsonb not null,
  dry_run boolean not null,
  status text not null constraint imports_status_known check (status in ('queued', 'running', 'completed', 'failed')),
  error jsonb,
  warnings jsonb not null default '[]',
  total integer,
  processed integer not null default 0,
  imported integer not null default 0,
  updated integer not null default 0,
  skipped integer not null default 0,
  failed integer not null default 0,
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index imports_newest_idx on imports (store_env_id, created_at desc, id desc);
create index imports_with_file_idx on imports (store_env_id, created_at) where file_key is not null;

create table import_rows (
  store_env_id uuid not null,
  id uuid not null,
  import_id uuid not null,
  line integer not null,
  outcome text not null constraint import_rows_outcome_known check (outcome in ('imported', 'updated', 'skipped', 'failed')),
  code text,
  message text,
  review_id uuid,
  primary key (store_env_id, id),
  constraint import_rows_import_fk foreign key (store_env_id, import_id) references imports on delete cascade,
  constraint import_rows_line_once unique (store_env_id, import_id, line)
);
-- Failed rows are few and asked for most: without this, a page of them reads all rows of the import.
create index import_rows_failed_idx on import_rows (store_env_id, import_id, line, id) where outcome = 'failed';

-- A feed's address is looked up before any tenant is known, so its token lives in a small global table.
create table review_feeds (
  store_env_id uuid primary key references stores on delete cascade,
  token text not null constraint review_feeds_token_once unique,
  created_at timestamptz(3) not null,
  last_fetched_at timestamptz(3)
);

create table store_settings (
  store_env_id uuid not null,
  id uuid not null,
  erasure text not null default 'delete' constraint store_settings_erasure_known check (erasure in ('delete', 'anonymize')),
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint store_settings_once unique (store_env_id)
);
