-- Sequences of mails that follow a customer's action.
create table email_sequences (
  store_env_id uuid not null,
  id uuid not null,
  name text not null,
  status text not null constraint email_sequences_status_known check (status in ('draft', 'live', 'paused', 'archived')),
  -- The version that new runs use.
  version integer not null,
  -- First publication. Earlier facts start no run.
  published_at timestamptz(3),
  -- Hidden since then. Its runs are deleted in batches.
  removed_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index email_sequences_newest_idx on email_sequences (store_env_id, created_at desc, id desc);
create index email_sequences_live_idx on email_sequences (store_env_id, id) where status = 'live' and removed_at is null;
call app.fence('email_sequences');

-- Content of a sequence. A version with runs never changes.
create table email_sequence_versions (
  store_env_id uuid not null,
  sequence_id uuid not null,
  version integer not null,
  trigger_event text not null,
  filter jsonb not null,
  steps jsonb not null,
  exit_on text[] not null,
  goal text[] not null,
  consent text not null constraint email_sequence_versions_consent_known check (consent in ('opted_in_only', 'all_buyers')),
  created_at timestamptz(3) not null,
  primary key (store_env_id, sequence_id, version),
  constraint email_sequence_versions_sequence_fk foreign key (store_env_id, sequence_id) references email_sequences on delete cascade
);
call app.fence('email_sequence_versions');

-- A person's run through one version.
create table email_sequence_runs (
  store_env_id uuid not null,
  id uuid not null,
  sequence_id uuid not null,
  version integer not null,
  email text not null,
  -- The fact that started it, such as `order.placed 1001`. A fact starts one run.
  fact text not null,
  fact_at timestamptz(3) not null,
  -- The order's platform id, because a deleted order may return.
  platform_order_id text,
  review_id uuid,
  state text not null constraint email_sequence_runs_state_known check (state in ('active', 'completed', 'exited')),
  exit_reason text,
  -- The next step, and its scheduled time: the time of the fact plus all waits so far.
  step smallint not null,
  base_at timestamptz(3) not null,
  -- Next check. Later than `base_at` if quiet hours or the limit per person delayed it.
  due_at timestamptz(3),
  goal_at timestamptz(3),
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (store_env_id, id),
  constraint email_sequence_runs_once unique (store_env_id, sequence_id, email, fact),
  constraint email_sequence_runs_version_fk foreign key (store_env_id, sequence_id, version)
    references email_sequence_versions on delete cascade
);
create index email_sequence_runs_due_idx on email_sequence_runs (store_env_id, sequence_id, due_at, id) where state = 'active';
create index email_sequence_runs_newest_idx on email_sequence_runs (store_env_id, sequence_id, started_at desc, id desc);
create index email_sequence_runs_state_idx on email_sequence_runs (store_env_id, sequence_id, state, exit_reason) include (goal_at);
create index email_sequence_runs_email_idx on email_sequence_runs (store_env_id, email);
create index email_sequence_runs_version_idx on email_sequence_runs (store_env_id, sequence_id, version);
call app.fence('email_sequence_runs');

-- Result of each mail of a run.
create table email_sequence_messages (
  store_env_id uuid not null,
  id uuid not null,
  run_id uuid not null,
  sequence_id uuid not null,
  version integer not null,
  step smallint not null,
  -- Due time of its step, even if it was sent late.
  due_at timestamptz(3) not null,
  state text not null constraint email_sequence_messages_state_known
    check (state in ('deferred', 'queued', 'sent', 'skipped', 'missed', 'failed', 'unknown')),
  reason text,
  sent_at timestamptz(3),
  -- When the state last changed.
  changed_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint email_sequence_messages_once unique (store_env_id, run_id, step),
  constraint email_sequence_messages_run_fk foreign key (store_env_id, run_id) references email_sequence_runs on delete cascade
);
create index email_sequence_messages_counts_idx on email_sequence_messages (store_env_id, sequence_id, version, step, state);
call app.fence('email_sequence_messages');
