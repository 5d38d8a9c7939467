-- Every mail a store sends: what is still to be sent, and what became of the rest. The truth the sender works off.
create table email_messages (
  store_env_id uuid not null,
  id uuid not null,
  -- A second message of the same key is never made.
  key text not null,
  template text not null,
  category text not null constraint email_messages_category_known check (category in ('review_requests', 'loyalty', 'sequences', 'transactional')),
  -- The address as it was given, and as it is compared.
  recipient text not null,
  email text not null,
  recipient_name text,
  locale text not null,
  order_id uuid,
  review_id uuid,
  request_id uuid,
  -- What the template is filled with, sealed; gone once there is nothing more to send.
  data bytea,
  state text not null default 'queued' constraint email_messages_state_known
    check (state in ('queued', 'sending', 'sent', 'failed', 'skipped', 'unknown')),
  reason text,
  -- What the mail server said last, without addresses.
  answer text,
  subject text,
  -- 0: somebody waits for it; 1: it may stand in line.
  priority smallint not null,
  attempt integer not null default 0,
  due_at timestamptz(3) not null,
  -- The first attempt since the message was last asked for: after a day of attempts it is given up.
  tried_since timestamptz(3),
  -- Who is sending it, and until when that is believed.
  claimed_by uuid,
  claimed_until timestamptz(3),
  smtp_message_id text,
  created_at timestamptz(3) not null,
  settled_at timestamptz(3),
  sent_at timestamptz(3),
  bounced_at timestamptz(3),
  bounce text constraint email_messages_bounce_known check (bounce in ('hard', 'soft')),
  complained_at timestamptz(3),
  primary key (store_env_id, id),
  constraint email_messages_key_once unique (store_env_id, key)
);
create index email_messages_due_idx on email_messages (store_env_id, priority, due_at, id) where state = 'queued';
create index email_messages_claimed_idx on email_messages (store_env_id, claimed_until) where state = 'sending';
create index email_messages_newest_idx on email_messages (store_env_id, created_at desc, id desc, state, template, category);
create index email_messages_order_idx on email_messages (store_env_id, order_id, created_at desc, id desc) where order_id is not null;
create index email_messages_email_idx on email_messages (store_env_id, email, created_at desc, id desc);
create index email_messages_unsent_idx on email_messages (store_env_id, state, created_at desc, id desc) where state <> 'sent';
-- How a store's mail is received is asked of the last it sent. Answers to what somebody typed into a form do not count:
-- anybody could pause a store by typing nonsense.
create index email_messages_received_idx on email_messages (store_env_id, settled_at desc) include (bounce, complained_at)
  where priority = 1 and (sent_at is not null or bounce is not null);

-- What holds for a store's sending as a whole. A store that was never paused has no row.
create table email_sending (
  store_env_id uuid not null,
  paused_at timestamptz(3),
  paused_reason text constraint email_sending_reason_known check (paused_reason in ('hard_bounces', 'complaints')),
  -- Mail sent before is not held against the store again.
  resumed_at timestamptz(3),
  primary key (store_env_id)
);

call app.fence('email_messages', 'email_sending');

-- What the local mailbox holds of a store's mail, as it would have gone over the wire.
alter table mailbox
  add column store_env_id uuid references stores on delete cascade,
  add column sender text,
  add column reply_to text,
  add column headers jsonb not null default '[]';
create index mailbox_newest_idx on mailbox (organization_id, created_at desc, id desc);
grant delete on mailbox to evident_app;

-- An unsubscribe link proves itself by a signature; what it leaves open is whose the store is.
create function app.find_store(store uuid)
returns table (organization_id uuid, store_name text)
language sql stable security definer set search_path = pg_catalog, public as $$
  select s.organization_id, s.name from stores s where s.id = store
$$;
revoke all on function app.find_store(uuid) from public;
grant execute on function app.find_store(uuid) to evident_app;
