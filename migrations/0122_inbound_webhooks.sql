-- Which store a webhook is for, asked before any tenant is known. Written once the shop has taken the credentials or the merchant
-- has consented at the platform, so that nobody gets what another's shop sends by naming its address. It holds no secret.
create table shop_lookups (
  connection_id uuid primary key,
  store_env_id uuid not null references stores on delete cascade,
  platform text not null,
  address text not null
);
create index shop_lookups_address_idx on shop_lookups (platform, address);
create index shop_lookups_store_idx on shop_lookups (store_env_id);
alter table shop_lookups enable row level security;
alter table shop_lookups force row level security;
create policy tenant on shop_lookups
  using (store_env_id = nullif(current_setting('app.store_env_id', true), '')::uuid);
create policy definer on shop_lookups for select to evident_definer using (true);
create policy owner on shop_lookups to current_user using (true);
grant select, insert, update, delete on shop_lookups to evident_app;
grant select on shop_lookups to evident_definer;

create policy owner_fills on shop_connections for select to current_user using (true);
insert into shop_lookups (connection_id, store_env_id, platform, address)
select c.id, c.store_env_id, c.platform, c.address
  from shop_connections c join stores s on s.id = c.store_env_id
 where c.status not in ('installing', 'removed');
drop policy owner_fills on shop_connections;

-- By its own id, or where the platform names the shop alone: one shop may have brought its data into several stores.
create function app.find_shops(of_platform text, connection uuid, at_address text)
returns table (connection_id uuid, store_env_id uuid, organization_id uuid)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.connection_id, l.store_env_id, s.organization_id
    from shop_lookups l join stores s on s.id = l.store_env_id
   where l.connection_id = connection and l.platform = of_platform
  union all
  (select l.connection_id, l.store_env_id, s.organization_id
     from shop_lookups l join stores s on s.id = l.store_env_id
    where connection is null and l.platform = of_platform and l.address = at_address
    order by l.connection_id desc limit 20)
$$;
revoke all on function app.find_shops(text, uuid, text) from public;
grant execute on function app.find_shops(text, uuid, text) to evident_app;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.find_shops(text, uuid, text) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;

-- What shops have sent, as it came. The id begins with the time of its arrival, so the primary key has the order of the list.
create table inbound_webhooks (
  store_env_id uuid not null,
  id uuid not null,
  connection_id uuid not null,
  platform text not null,
  topic text not null,
  delivery_id text,
  -- Of the delivery id and the bytes: a repeat has both. Null where the platform named no delivery.
  repeat_key bytea,
  resource_id text,
  -- Null once it is a month old, or was erased with somebody it was about.
  body bytea,
  state text not null constraint inbound_webhooks_state_known check (state in ('received', 'processed', 'ignored', 'failed')),
  error text,
  attempts integer not null default 0,
  duplicates integer not null default 0,
  -- When it is processed, or tried again; one that a process is at is due when its lease is over.
  due_at timestamptz(3),
  leased_by uuid,
  occurred_at timestamptz(3),
  received_at timestamptz(3) not null,
  processed_at timestamptz(3),
  primary key (store_env_id, id),
  constraint inbound_webhooks_once unique (store_env_id, connection_id, repeat_key)
);
create index inbound_webhooks_topic_idx on inbound_webhooks (store_env_id, topic, id);
create index inbound_webhooks_state_idx on inbound_webhooks (store_env_id, state, id) where state in ('failed', 'ignored');
create index inbound_webhooks_due_idx on inbound_webhooks (store_env_id, due_at, id) where state = 'received';
create index inbound_webhooks_resource_idx on inbound_webhooks (store_env_id, resource_id) where body is not null and resource_id is not null;

-- Whose addresses stand in a body, by keyed digests: so a person's are found without reading all of them.
create table inbound_webhook_people (
  store_env_id uuid not null,
  person bytea not null,
  webhook_id uuid not null,
  primary key (store_env_id, person, webhook_id),
  constraint inbound_webhook_people_webhook_fk foreign key (store_env_id, webhook_id) references inbound_webhooks on delete cascade
);
create index inbound_webhook_people_webhook_idx on inbound_webhook_people (store_env_id, webhook_id);

call app.fence('inbound_webhooks', 'inbound_webhook_people');
