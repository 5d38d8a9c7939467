-- One review request per order: its state, and the buyer's use of the form.
create table review_requests (
  store_env_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  state text not null constraint review_requests_state_known check (state in ('scheduled', 'sent', 'failed', 'skipped')),
  reason text,
  provider text not null default 'evident',
  scheduled_for timestamptz(3),
  sent_at timestamptz(3),
  form_first_viewed_at timestamptz(3),
  form_view_count integer not null default 0,
  clicked_rating smallint constraint review_requests_clicked_rating_range check (clicked_rating between 1 and 5),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- When it was queued for sending. A queued request is not queued again.
  queued_at timestamptz(3),
  -- Number of sends. Each has its own key; none follows a send that may have arrived.
  attempt integer not null default 0,
  -- When each reminder was sent.
  reminded_at timestamptz(3)[] not null default '{}',
  -- When the next reminder is due. Null if there is none.
  reminder_due_at timestamptz(3),
  reminder_queued_at timestamptz(3),
  primary key (store_env_id, id),
  constraint review_requests_once_per_order unique (store_env_id, order_id),
  constraint review_requests_order_fk foreign key (store_env_id, order_id) references orders on delete cascade
);
create index review_requests_due_idx on review_requests (store_env_id, scheduled_for, id) where state = 'scheduled' and queued_at is null;
create index review_requests_reminder_due_idx on review_requests (store_env_id, reminder_due_at, id) where reminder_due_at is not null;
-- Covers failed requests and the count per state.
create index review_requests_state_idx on review_requests (store_env_id, state, order_id);
-- Requests due next, including those being sent.
create index review_requests_scheduled_idx on review_requests (store_env_id, scheduled_for, order_id) where state = 'scheduled';
create index review_requests_sent_idx on review_requests (store_env_id, sent_at)
  include (order_id, provider, form_first_viewed_at, reminded_at) where sent_at is not null;
call app.fence('review_requests');

-- Requests of deleted orders: an order that is pushed again gets no second request.
create table asked_orders (
  store_env_id uuid not null,
  -- Id of the request.
  id uuid not null,
  platform_order_id text not null,
  state text not null constraint asked_orders_state_known check (state in ('sent', 'failed', 'skipped')),
  reason text,
  provider text not null,
  attempt integer not null,
  scheduled_for timestamptz(3),
  sent_at timestamptz(3),
  reminded_at timestamptz(3)[] not null default '{}',
  form_first_viewed_at timestamptz(3),
  form_view_count integer not null,
  clicked_rating smallint,
  created_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint asked_orders_once unique (store_env_id, platform_order_id)
);
call app.fence('asked_orders');

-- Form links. Looked up before the tenant is known. We store only the token's SHA-256.
create table form_links (
  digest bytea primary key,
  store_env_id uuid not null references stores on delete cascade,
  organization_id uuid not null references organizations on delete cascade,
  request_id uuid not null,
  order_id uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  constraint form_links_request_once unique (store_env_id, request_id)
);
create index form_links_expired_idx on form_links (store_env_id, expires_at);
alter table form_links enable row level security, force row level security;
create policy organization on form_links to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy owner on form_links to current_user using (true);
create policy definer on form_links for select to evident_definer using (true);
grant select, insert, update, delete on form_links to evident_app;
grant select on form_links to evident_definer;

create function app.find_form_link(link_digest bytea)
returns table (store_env_id uuid, organization_id uuid, order_id uuid, request_id uuid, expires_at timestamptz,
               store_name text, origins text[], timezone text,
               plan text, status text, trial_ends_at timestamptz, current_period_ends_at timestamptz, past_due_since timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.store_env_id, l.organization_id, l.order_id, l.request_id, l.expires_at, s.name, s.origins, s.timezone,
         b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since
    from form_links l
    join stores s on s.id = l.store_env_id
    join subscriptions b on b.store_env_id = l.store_env_id
   where l.digest = link_digest
$$;
revoke all on function app.find_form_link(bytea) from public;
grant execute on function app.find_form_link(bytea) to evident_app;
