-- The tree over a store's entries, and what was signed of it. Complete subtrees never change: they are kept once.
create table evidence_nodes (
  store_env_id uuid not null,
  -- Steps above the leaves; every fourth is kept.
  level smallint not null,
  place bigint not null,
  hash bytea not null,
  primary key (store_env_id, level, place)
);

create table evidence_heads (
  store_env_id uuid not null,
  size bigint not null,
  day date not null,
  root bytea not null,
  -- As it was signed, and as anybody may keep it.
  checkpoint text not null,
  signed_at timestamptz(3) not null,
  primary key (store_env_id, size)
);

call app.fence('evidence_nodes', 'evidence_heads');
revoke update, delete on evidence_nodes, evidence_heads from evident_app;
grant select, delete on evidence_nodes, evidence_heads to evident_definer;

-- What all stores' heads are signed with. The seed is sealed; who was given a head finds by which key, and until when that was good.
create table evidence_keys (
  id uuid primary key,
  public_key bytea not null,
  seed bytea not null,
  valid_from timestamptz(3) not null,
  valid_until timestamptz(3)
);
create unique index evidence_keys_current_key on evidence_keys ((valid_until is null)) where valid_until is null;
alter table evidence_keys enable row level security;
alter table evidence_keys force row level security;
create policy readers on evidence_keys for select to evident_app using (true);
create policy system on evidence_keys to evident_system using (true);
grant select on evidence_keys to evident_app;
grant select, insert, update on evidence_keys to evident_system;

-- The last head of a store that is no more, for those who hold earlier ones of it.
create table ended_ledgers (
  store_env_id uuid primary key,
  checkpoint text not null,
  ended_at timestamptz(3) not null
);
alter table ended_ledgers enable row level security;
alter table ended_ledgers force row level security;
create policy readers on ended_ledgers for select to evident_app using (true);
create policy system on ended_ledgers to evident_system using (true);
grant select on ended_ledgers to evident_app;
grant select, insert on ended_ledgers to evident_system;

create or replace function app.remove_ledger_rows(store uuid, most int) returns int
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
