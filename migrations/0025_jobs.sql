-- Wake-ups: when a store's job is next due, for the scheduler, which works across stores. Rows are inserted and
-- deleted, never updated, so that transactions of one store do not wait here.
create table agenda (
  store_env_id uuid not null references stores on delete cascade,
  task text not null,
  due_at timestamptz(3) not null,
  organization_id uuid not null references organizations on delete cascade,
  primary key (store_env_id, task, due_at)
);
create index agenda_due_idx on agenda (due_at);
alter table agenda enable row level security, force row level security;
create policy organization on agenda to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on agenda to evident_system using (true);
create policy owner on agenda to current_user using (true);
grant select, insert on agenda to evident_app;
grant select, insert, update, delete on agenda to evident_system;

-- Deletes up to `most` rows of the current store from all its tables, and returns the count. The newest table comes
-- first, because it references the older ones. New tables need no change here. Rows that others still reference are
-- deleted by a later call. Rows that this role may not delete go with their parent, or with the ledger.
create function app.remove_rows_of_store(store uuid, most int) returns int
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
revoke all on function app.remove_rows_of_store(uuid, int) from public;
grant execute on function app.remove_rows_of_store(uuid, int) to evident_app;

-- Runs ANALYZE after a bulk load, at most once a minute per table, because the planner still has statistics of an
-- empty table. Only tables that whole files fill are listed. Before PostgreSQL 17, which added MAINTAIN, ANALYZE only
-- warns and autovacuum follows a minute later.
create function app.analyze_filled(wanted text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set client_min_messages = error as $$
declare
  filled text;
begin
  for filled in
    select s.relname from pg_stat_user_tables s
     where s.schemaname = 'public' and s.relname = any (wanted)
       and s.relname in ('reviews', 'customers', 'import_rows', 'order_line_items', 'products', 'product_variants', 'shop_products',
                         'loyalty_members', 'loyalty_grants', 'loyalty_journal')
       and s.n_mod_since_analyze >= 1000
       and coalesce(greatest(s.last_analyze, s.last_autoanalyze), '-infinity') < clock_timestamp() - interval '1 minute'
     order by s.relname
  loop
    execute format('analyze (skip_locked) public.%I', filled);
  end loop;
end $$;
revoke all on function app.analyze_filled(text[]) from public;
grant execute on function app.analyze_filled(text[]) to evident_app;

do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    execute 'grant maintain on reviews, customers, import_rows, order_line_items, products, product_variants, shop_products,
      loyalty_members, loyalty_grants, loyalty_journal to evident_definer';
  end if;
end $$;

-- Hands the security definer functions to evident_definer. An owner without superuser must be a member of the role, and
-- the role needs to create in the schema for a moment.
do $$
declare definer regprocedure;
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  for definer in
    select p.oid from pg_proc p
     where p.prosecdef and p.pronamespace = 'app'::regnamespace and p.proowner = current_user::regrole
  loop
    execute format('alter function %s owner to evident_definer', definer);
  end loop;
  revoke create on schema app from evident_definer;
end $$;
