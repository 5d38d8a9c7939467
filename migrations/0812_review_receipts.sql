-- Migration: expands.
-- Receipts of authors, one a review. Looked up before the tenant is known. We store only the token's SHA-256.
create table review_receipts (
  digest bytea primary key,
  store_env_id uuid not null references stores on delete cascade,
  review_id uuid not null,
  -- Number of corrections that the author has sent.
  corrections smallint not null default 0,
  created_at timestamptz(3) not null,
  constraint review_receipts_once unique (store_env_id, review_id)
);
call app.fence('review_receipts');
create policy owner on review_receipts to current_user using (true);
create policy definer on review_receipts for select to evident_definer using (true);
grant select on review_receipts to evident_definer;

create function app.find_review_receipt(link_digest bytea)
returns table (store_env_id uuid, organization_id uuid, review_id uuid, created_at timestamptz, store_name text, origins text[])
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select c.store_env_id, s.organization_id, c.review_id, c.created_at, s.name, s.origins
    from review_receipts c
    join stores s on s.id = c.store_env_id
   where c.digest = link_digest
$$;
revoke all on function app.find_review_receipt(bytea) from public;
grant execute on function app.find_review_receipt(bytea) to evident_app;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.find_review_receipt(bytea) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
