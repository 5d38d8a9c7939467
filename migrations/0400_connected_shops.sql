-- Connections to one shop that are in use, of every organization: a shop is not taken over from another organization.
create policy definer on shop_connections for select to evident_definer using (true);
grant select (store_env_id, id, status) on shop_connections to evident_definer;

create function app.find_connected_shops(of_platform text, at_address text)
returns table (connection_id uuid, store_env_id uuid, organization_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.connection_id, l.store_env_id, s.organization_id
    from shop_lookups l
    join stores s on s.id = l.store_env_id
    join shop_connections c on c.store_env_id = l.store_env_id and c.id = l.connection_id
   where l.platform = of_platform and l.address = at_address and c.status in ('active', 'paused')
$$;
revoke all on function app.find_connected_shops(text, text) from public;
grant execute on function app.find_connected_shops(text, text) to evident_app;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.find_connected_shops(text, text) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
