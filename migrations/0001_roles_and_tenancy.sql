-- Group roles carry the privileges; each deployment's login roles are members of them (server/platform/db/roles.ts).
-- Roles belong to the whole cluster, so another database may have made them already.
do $$
declare name text;
begin
  foreach name in array array['evident_app', 'evident_system', 'evident_auth', 'evident_worker'] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;

create schema app;
grant usage on schema app to evident_app, evident_system, evident_worker;
revoke create on schema public from public;
grant usage on schema public to evident_app, evident_system;

-- The tenant of a transaction. SET LOCAL, not set_config(): on Citus only the statement travels to the workers.
create function app.set_tenant(store uuid, organization uuid default null) returns void
language plpgsql as $$
begin
  execute format('set local app.store_env_id = %L', store);
  if organization is not null then
    execute format('set local app.organization_id = %L', organization);
  end if;
end $$;

create function app.set_organization(organization uuid) returns void
language plpgsql as $$
begin
  execute format('set local app.organization_id = %L', organization);
end $$;
