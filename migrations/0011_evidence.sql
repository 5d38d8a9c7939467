create table evidence_settings (
  store_env_id uuid primary key,
  public_meter boolean not null,
  alert_gap numeric not null,
  updated_at timestamptz(3) not null
);
call app.fence('evidence_settings');

-- The ledger of a store's reviews. Each entry contains the hash of the previous one. Entries are append-only, also for
-- the service's own role.
-- The end of a store's ledger. Appending locks it second to last; only the event counter comes later.
create table evidence_ledgers (
  store_env_id uuid primary key,
  size bigint not null,
  last_leaf bytea,
  last_at timestamptz(3),
  -- Reviews older than the ledger are still being added, up to this one.
  is_entering boolean not null,
  entered_submitted_at timestamptz(3),
  entered_id uuid
);
call app.fence('evidence_ledgers');
revoke delete on evidence_ledgers from evident_app;
grant select, delete on evidence_ledgers to evident_definer;

create table evidence_entries (
  store_env_id uuid not null,
  seq bigint not null,
  at timestamptz(3) not null,
  type text not null,
  review_id uuid,
  -- Canonical JSON (RFC 8785), the input of the leaf hash.
  entry text not null,
  leaf bytea not null,
  primary key (store_env_id, seq)
);
create index evidence_entries_review_idx on evidence_entries (store_env_id, review_id, seq) where review_id is not null;
create index evidence_entries_type_idx on evidence_entries (store_env_id, type, seq);
call app.fence('evidence_entries');
revoke update, delete on evidence_entries from evident_app;
grant select, delete on evidence_entries to evident_definer;

-- Salts of the content hashes. Erasing a review or its author deletes the salt, and the hash no longer reveals the
-- text.
create table evidence_salts (
  store_env_id uuid not null,
  review_id uuid not null,
  salt bytea not null,
  -- Hash of the content in its last entry.
  content text not null,
  primary key (store_env_id, review_id)
);
call app.fence('evidence_salts');

-- The Merkle tree over a store's entries, and its signed heads. Complete subtrees never change.
create table evidence_nodes (
  store_env_id uuid not null,
  -- Height above the leaves. We store every fourth level.
  level smallint not null,
  place bigint not null,
  hash bytea not null,
  primary key (store_env_id, level, place)
);
call app.fence('evidence_nodes');
revoke update, delete on evidence_nodes from evident_app;
grant select, delete on evidence_nodes to evident_definer;

create table evidence_heads (
  store_env_id uuid not null,
  size bigint not null,
  day date not null,
  root bytea not null,
  -- The signed text, as anybody may publish it.
  checkpoint text not null,
  signed_at timestamptz(3) not null,
  primary key (store_env_id, size)
);
call app.fence('evidence_heads');
revoke update, delete on evidence_heads from evident_app;
grant select, delete on evidence_heads to evident_definer;

-- Signing keys for the heads of all stores. Seeds are sealed. Readers of a head find its key and the key's validity.
create table evidence_keys (
  id uuid primary key,
  public_key bytea not null,
  seed bytea not null,
  valid_from timestamptz(3) not null,
  valid_until timestamptz(3)
);
create unique index evidence_keys_current_key on evidence_keys ((valid_until is null)) where valid_until is null;
alter table evidence_keys enable row level security, force row level security;
create policy readers on evidence_keys for select to evident_app using (true);
create policy system on evidence_keys to evident_system using (true);
grant select on evidence_keys to evident_app;
grant select, insert, update on evidence_keys to evident_system;

-- The last head of a deleted store, for holders of earlier ones.
create table ended_ledgers (
  store_env_id uuid primary key,
  checkpoint text not null,
  ended_at timestamptz(3) not null
);
alter table ended_ledgers enable row level security, force row level security;
create policy readers on ended_ledgers for select to evident_app using (true);
create policy system on ended_ledgers to evident_system using (true);
grant select on ended_ledgers to evident_app;
grant select, insert on ended_ledgers to evident_system;

-- Evidence packs. A job creates each pack, and it expires.
create table evidence_packs (
  store_env_id uuid not null,
  id uuid not null,
  status text not null constraint evidence_packs_status_known check (status in ('queued', 'running', 'completed', 'failed')),
  -- Days in the store's time zone.
  from_day date not null,
  to_day date not null,
  file_key text,
  bytes bigint not null,
  sha256 text,
  -- Number of ledger entries in the pack.
  size bigint,
  tries integer not null,
  error text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  expires_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index evidence_packs_newest_idx on evidence_packs (store_env_id, created_at desc, id desc);
call app.fence('evidence_packs');

-- Stores whose owners were notified of a large gap.
create table evidence_alerts (
  store_env_id uuid primary key,
  since timestamptz(3) not null
);
call app.fence('evidence_alerts');

create function app.remove_ledger_rows(store uuid, most int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  ledger_table text;
  went int;
  total int := 0;
begin
  if not exists (select from stores s join organizations o on o.id = s.organization_id
                  where s.id = store and o.deletion_began_at is not null) then
    return 0;
  end if;
  foreach ledger_table in array '{evidence_heads,evidence_nodes,evidence_entries,evidence_ledgers}'::text[] loop
    exit when total >= most;
    execute format('delete from %I where store_env_id = $1 and ctid = any (array(
                      select ctid from %I where store_env_id = $1 limit $2))', ledger_table, ledger_table)
      using store, most - total;
    get diagnostics went = row_count;
    total := total + went;
  end loop;
  return total;
end $$;
revoke all on function app.remove_ledger_rows(uuid, int) from public;
grant execute on function app.remove_ledger_rows(uuid, int) to evident_app;
