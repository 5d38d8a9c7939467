-- Migration: expands.
-- Witnesses that the operator named. They see the heads of all stores, or of the named ones.
create table evidence_witnesses (
  name text primary key,
  vkey text not null,
  url text not null,
  -- Null for all stores.
  stores uuid[],
  added_at timestamptz(3) not null
);
alter table evidence_witnesses enable row level security;
alter table evidence_witnesses force row level security;
create policy readers on evidence_witnesses for select to evident_app using (true);
create policy system on evidence_witnesses to evident_system using (true);
grant select on evidence_witnesses to evident_app;
grant select, insert, delete on evidence_witnesses to evident_system;

-- How the last offer of a store's head to a witness ended.
create table evidence_witness_states (
  store_env_id uuid not null,
  witness text not null,
  state text not null constraint evidence_witness_states_state_known check (state in ('ok', 'waiting', 'unknown_log', 'refused', 'unreachable')),
  -- Size of the newest head that the witness has cosigned. 0 before the first.
  size bigint not null,
  cosigned_at timestamptz(3),
  message text,
  -- Size of the head that this state is about.
  offered_size bigint not null,
  -- Time of the next offer of the same head. Null if only a new head is offered.
  due_at timestamptz(3),
  mailed_on date,
  primary key (store_env_id, witness)
);
call app.fence('evidence_witness_states');

create table evidence_cosignatures (
  store_env_id uuid not null,
  size bigint not null,
  witness text not null,
  -- Time inside the cosignature.
  at timestamptz(3) not null,
  -- The line as the witness sent it.
  line text not null,
  primary key (store_env_id, size, witness)
);
call app.fence('evidence_cosignatures');

-- Whether everybody may read the entries of the ledger, which show the stars of withheld reviews.
alter table evidence_settings add column public_entries boolean not null default false;
