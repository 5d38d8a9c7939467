-- Whose pages stand below which address; a handle is one store's, which no store can see of another. Those that a store had before
-- lead on to the one it has.
create table web_page_handles (
  handle text not null constraint web_page_handles_once primary key,
  store_env_id uuid not null references stores on delete cascade,
  is_current boolean not null,
  since timestamptz(3) not null
);
create index web_page_handles_store_idx on web_page_handles (store_env_id, since desc);
create unique index web_page_handles_current_once on web_page_handles (store_env_id) where is_current;
alter table web_page_handles enable row level security;
alter table web_page_handles force row level security;
create policy tenant on web_page_handles
  using (store_env_id = nullif(current_setting('app.store_env_id', true), '')::uuid);
create policy definer on web_page_handles for select to evident_definer using (true);
create policy owner on web_page_handles to current_user using (true);
grant select, insert, update, delete on web_page_handles to evident_app;
grant select on web_page_handles to evident_definer;

-- Asked before any store is known.
create function app.find_web_page_store(of_handle text) returns table (store_env_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select h.store_env_id from web_page_handles h where h.handle = of_handle
$$;
revoke all on function app.find_web_page_store(text) from public;
grant execute on function app.find_web_page_store(text) to evident_app;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.find_web_page_store(text) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
