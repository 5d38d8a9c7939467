-- What became of a store's reviews, entry behind entry, each bound to the one before by its hash. Entries are only added: the
-- service's own role may neither change nor delete them.

-- Where a store's ledger ends. Its row is the last lock but one of a transaction that appends: only the counter of events is behind it.
create table evidence_ledgers (
  store_env_id uuid primary key,
  size bigint not null,
  last_leaf bytea,
  last_at timestamptz(3),
  -- Reviews of before the ledger still have to enter it; up to which they have.
  is_entering boolean not null,
  entered_submitted_at timestamptz(3),
  entered_id uuid
);

create table evidence_entries (
  store_env_id uuid not null,
  seq bigint not null,
  at timestamptz(3) not null,
  type text not null,
  review_id uuid,
  -- As its leaf is the hash of: RFC 8785.
  entry text not null,
  leaf bytea not null,
  primary key (store_env_id, seq)
);
create index evidence_entries_review_idx on evidence_entries (store_env_id, review_id, seq) where review_id is not null;
create index evidence_entries_type_idx on evidence_entries (store_env_id, type, seq);

-- Binds a review's entries to its words. Without the salt nobody can find out what words an entry was of: with the review, or its
-- author, it is destroyed.
create table evidence_salts (
  store_env_id uuid not null,
  review_id uuid not null,
  salt bytea not null,
  -- That of the words as the ledger last has them.
  content text not null,
  primary key (store_env_id, review_id)
);

call app.fence('evidence_ledgers', 'evidence_entries', 'evidence_salts');
revoke delete on evidence_ledgers from evident_app;
revoke update, delete on evidence_entries from evident_app;

insert into evidence_ledgers (store_env_id, size, is_entering)
select distinct store_env_id, 0, true from reviews;

insert into agenda (store_env_id, organization_id, task, due_at)
select l.store_env_id, s.organization_id, 'evidence.enter', now() from evidence_ledgers l join stores s on s.id = l.store_env_id;

-- A ledger goes with its organization alone, once that is being deleted.
grant select, delete on evidence_ledgers, evidence_entries to evident_definer;
grant select (deletion_began_at) on organizations to evident_definer;

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
  foreach ledger_table in array '{evidence_entries,evidence_ledgers}'::text[] loop
    exit when total >= most;
    execute format('delete from %I where store_env_id = $1 and ctid = any (array(
                      select ctid from %I where store_env_id = $1 limit $2))', ledger_table, ledger_table)
      using store, most - total;
    get diagnostics went = row_count;
    total := total + went;
  end loop;
  return total;
end $$;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.remove_ledger_rows(uuid, int) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
revoke all on function app.remove_ledger_rows(uuid, int) from public;
grant execute on function app.remove_ledger_rows(uuid, int) to evident_app;

-- As before, with the ledger.
create or replace function app.remove_rows_of_store(store uuid, most int) returns int
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  tenant_table text;
  went int;
  total int := 0;
  is_held boolean := false;
begin
  for tenant_table in
    select c.oid::regclass::text from pg_class c join pg_policy p on p.polrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and has_table_privilege(current_user, c.oid, 'delete')
       and pg_get_expr(p.polqual, c.oid) like '%app.store_env_id%'
     group by c.oid order by c.oid desc
  loop
    exit when total >= most;
    begin
      execute format('delete from %s where store_env_id = $1 and ctid = any (array(
                        select ctid from %s where store_env_id = $1 limit $2))', tenant_table, tenant_table)
        using store, most - total;
      get diagnostics went = row_count;
      total := total + went;
    exception when foreign_key_violation then
      is_held := true;
    end;
  end loop;
  if total < most then
    total := total + app.remove_ledger_rows(store, most - total);
  end if;
  if total = 0 and is_held then
    raise exception 'rows of the store % refer to each other', store;
  end if;
  return total;
end $$;
