-- Migration: expands.
-- Ledger rows are deleted by another role, which Citus refuses in a transaction that has deleted other rows of the store. So a call
-- deletes them only if nothing else was left.
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
  if total = 0 then
    total := app.remove_ledger_rows(store, most);
  end if;
  if total = 0 and is_held then
    raise exception 'rows of the store % refer to each other', store;
  end if;
  return total;
end $$;
