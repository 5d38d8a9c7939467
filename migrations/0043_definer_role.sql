-- Functions that look past row-level security belong to a role of their own: it cannot log in, owns no table, and reads the
-- tables named here and nothing else. A mistake in such a function, or a name that it is tricked into resolving otherwise,
-- then gives away that much instead of a superuser's rights.
do $$
begin
  create role evident_definer nologin;
exception when duplicate_object or unique_violation then null;
end $$;

grant usage on schema app, public to evident_definer;

do $$
declare
  name text;
  definer regprocedure;
begin
  foreach name in array array['stores', 'subscriptions', 'memberships', 'api_keys', 'storefront_secrets', 'review_feeds',
                              'form_links', 'review_confirmations'] loop
    execute format('create policy definer on %I for select to evident_definer using (true)', name);
    execute format('grant select on %I to evident_definer', name);
  end loop;

  -- An owner without superuser may hand a function only to a role it belongs to and that may create in the schema.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  for definer in
    select p.oid from pg_proc p where p.prosecdef and p.pronamespace = 'app'::regnamespace and p.proowner = current_user::regrole
  loop
    -- Unnamed, pg_temp is searched first, and anybody who may make a temporary table decides what the function reads.
    execute format('alter function %s set search_path = pg_catalog, public, pg_temp', definer);
    execute format('alter function %s owner to evident_definer', definer);
  end loop;
  revoke create on schema app from evident_definer;
end $$;
