-- Group roles have the privileges. Each deployment's login roles are members of them (server/platform/db/roles.ts).
-- Roles belong to the cluster, so another database may have created them already.
--
-- evident_definer owns the security definer functions, which bypass row-level security. It cannot log in, owns no table
-- and reads only the tables granted to it. A mistake in such a function exposes those, not a superuser's rights. The
-- search_path of these functions ends with pg_temp: PostgreSQL otherwise searches it first, and a temporary table could
-- replace a real one.
do $$
declare name text;
begin
  foreach name in array array['evident_app', 'evident_system', 'evident_auth', 'evident_worker', 'evident_definer'] loop
    begin
      execute format('create role %I nologin', name);
    exception when duplicate_object or unique_violation then null;
    end;
  end loop;
end $$;

create schema app;
grant usage on schema app to evident_app, evident_system, evident_worker, evident_definer;
revoke create on schema public from public;
grant usage on schema public to evident_app, evident_system, evident_definer;

-- Sets the tenant of the transaction. We use SET LOCAL, because on Citus set_config() does not reach the workers.
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

-- Fences tenant tables: forced row-level security, one policy that compares one column, and the grants of the
-- application. Every migration that creates a tenant table calls it.
create procedure app.fence(variadic tables text[])
language plpgsql as $$
declare name text;
begin
  foreach name in array tables loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant on %I
      using (store_env_id = nullif(current_setting('app.store_env_id', true), '')::uuid)$policy$, name);
    execute format('grant select, insert, update, delete on %I to evident_app', name);
  end loop;
end $$;
revoke all on procedure app.fence(text[]) from public;

-- Raises a serialization failure, so that the caller retries the transaction. Used when rows that the transaction
-- relied on have changed.
create function app.start_over() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'What this transaction was begun upon has changed.' using errcode = 'serialization_failure';
end $$;
revoke all on function app.start_over() from public;
grant execute on function app.start_over() to evident_app;

-- Each deployment's own keys. Only the owner reads these two tables: no role of the service has a grant.
-- Login roles that we created for this database, to tell an earlier SECRET_KEY of ours from another deployment on the
-- same cluster. The database's oid is part of the key, because the rows of a copied database describe the original.
create table app.login_roles (
  role_name text not null,
  database_oid oid not null,
  made_at timestamptz(3) not null default now(),
  primary key (role_name, database_oid)
);
-- Login roles of an earlier installation. We know that they are ours only if this is the cluster's one database.
insert into app.login_roles (role_name, database_oid)
select r.rolname, d.oid from pg_roles r, pg_database d
 where r.rolname ~ '^evident_(app|system|auth|worker)_[0-9a-f]{10}$' and d.datname = current_database()
   and (select count(*) from pg_database other where not other.datistemplate and other.datname <> 'postgres') = 1;

-- The key of keyed digests and of links in mails, sealed with SECRET_KEY. It survives a rotation of SECRET_KEY.
create table app.token_key (
  only_one boolean primary key default true check (only_one),
  sealed bytea not null
);
