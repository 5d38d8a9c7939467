-- Whoever has just filled a table may have the planner look at it, instead of waiting for autovacuum: at most once a minute,
-- and only the tables that grow by whole files, and when there is something new to see. ANALYZE needs the right MAINTAIN, which PostgreSQL has from version 17 on;
-- before, it is a warning to nobody, and autovacuum comes by a minute or so later.
do $$
begin
  create role evident_definer nologin;
exception when duplicate_object or unique_violation then null;
end $$;

grant usage on schema app, public to evident_definer;

create function app.analyze_filled(wanted text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp set client_min_messages = error as $$
declare
  filled text;
begin
  for filled in
    select s.relname from pg_stat_user_tables s
     where s.schemaname = 'public' and s.relname = any (wanted)
       and s.relname in ('reviews', 'customers', 'import_rows', 'order_line_items')
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
    execute 'grant maintain on reviews, customers, import_rows, order_line_items to evident_definer';
  end if;
  -- An owner without superuser may hand a function only to a role it belongs to and that may create in the schema.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.analyze_filled(text[]) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
