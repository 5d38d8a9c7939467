-- A line of the journal is never changed, and goes with its member alone: by an erasure, or with the store. The service's own role may
-- do neither by itself; what the deletion of a member takes along is deleted as the owner of the tables.
revoke update, delete on loyalty_journal from evident_app;

-- As before, but for tables whose rows this role may not delete: theirs go with what they hang on.
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
  if total = 0 and is_held then
    raise exception 'rows of the store % refer to each other', store;
  end if;
  return total;
end $$;
