-- Calls that named an Idempotency-Key, for 24 hours. A row belongs to the organization, not to a store: the same key in
-- another store has to be told from the same call again. What was answered is sealed, as some answers hold a secret.
create table idempotency_keys (
  organization_id uuid not null references organizations on delete cascade,
  caller text not null,
  operation text not null,
  key text not null,
  store_env_id uuid,
  -- Of the call's parameters, body and store; null while an upload is still being read.
  fingerprint bytea,
  -- Of a call that opens transactions of its own and is still running: by whom, and until when unless it says so again.
  claimed_by uuid,
  claimed_until timestamptz(3),
  answer bytea,
  answer_bytes integer not null,
  created_at timestamptz(3) not null,
  primary key (organization_id, caller, operation, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);
-- What a caller's larger answers take together is looked up with every further one.
create index idempotency_keys_large_idx on idempotency_keys (organization_id, caller) include (answer_bytes) where answer_bytes > 4096;

alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy organization on idempotency_keys to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on idempotency_keys to evident_system using (true);
grant select, insert, update, delete on idempotency_keys to evident_app;
grant select, delete on idempotency_keys to evident_system;
