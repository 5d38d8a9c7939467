-- A file of balances fills the tables of loyalty: the planner may be shown these as well.
create or replace function app.analyze_filled(wanted text[]) returns void
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

do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    execute 'grant maintain on loyalty_members, loyalty_grants, loyalty_journal to evident_definer';
  end if;
end $$;
