-- Migration: expands.
-- Signals show people what a reviewer cannot see in one review. They change no status, no order and no count.
create table review_signals (
  store_env_id uuid not null,
  id uuid not null,
  kind text not null constraint review_signals_kind_known
    check (kind in ('near_copy', 'burst', 'one_network', 'one_mailbox', 'insider_address', 'declared')),
  state text not null constraint review_signals_state_known check (state in ('open', 'dismissed', 'confirmed')),
  -- Has no address, name, text or hash.
  facts jsonb not null,
  note text,
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  primary key (store_env_id, id)
);
create index review_signals_newest_idx on review_signals (store_env_id, created_at desc, id desc);
create index review_signals_of_state_idx on review_signals (store_env_id, state, created_at desc, id desc);
create index review_signals_of_kind_idx on review_signals (store_env_id, kind, created_at desc, id desc);
call app.fence('review_signals');

create table review_signal_members (
  store_env_id uuid not null,
  review_id uuid not null,
  signal_id uuid not null,
  primary key (store_env_id, review_id, signal_id),
  constraint review_signal_members_signal_fk foreign key (store_env_id, signal_id) references review_signals on delete cascade,
  constraint review_signal_members_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index review_signal_members_signal_idx on review_signal_members (store_env_id, signal_id, review_id);
call app.fence('review_signal_members');

-- Hashes of a review's words, as long as the words are stored. Reviews that share a hash are compared.
create table review_texts (
  store_env_id uuid not null,
  review_id uuid not null,
  -- 32 bands of the MinHash, or one hash of all words of a short text. The store is part of each hash.
  hashes bigint[] not null,
  primary key (store_env_id, review_id),
  constraint review_texts_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index review_texts_hashes_idx on review_texts using gin (hashes) with (fastupdate = off);
call app.fence('review_texts');

-- HMACs of the networks that reviews came from. A job deletes them after 30 days.
create table review_networks (
  store_env_id uuid not null,
  -- The key differs by store and week. A review has one row for its week, and one for the week before.
  digest bytea not null,
  review_id uuid not null,
  at timestamptz(3) not null,
  primary key (store_env_id, digest, review_id),
  constraint review_networks_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index review_networks_review_idx on review_networks (store_env_id, review_id);
create index review_networks_oldest_idx on review_networks (store_env_id, at);
call app.fence('review_networks');

-- Position of the job that hashes the reviews of before this version, or of a restored archive.
create table review_text_scans (
  store_env_id uuid primary key,
  at_id uuid not null,
  completed_at timestamptz(3)
);
call app.fence('review_text_scans');

-- Ids of reviews of the current store that share a hash, those that share most first. Row-level security rules out an index on
-- arrays, because their operators are not leakproof. `most` limits both the rows that are read and the ids.
create function app.reviews_sharing(hashes bigint[], most int) returns uuid[]
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set enable_indexscan = off set jit = off as $$
declare
  store uuid := nullif(current_setting('app.store_env_id', true), '')::uuid;
begin
  return array(
    select f.review_id
      from (select t.review_id, t.store_env_id, t.hashes from public.review_texts t
             where t.hashes && reviews_sharing.hashes limit most) f
     where f.store_env_id = store
     order by (select count(*) from unnest(f.hashes) h where h = any(reviews_sharing.hashes)) desc, f.review_id);
end $$;
revoke all on function app.reviews_sharing(bigint[], int) from public;
grant execute on function app.reviews_sharing(bigint[], int) to evident_app;
create policy definer on review_texts for select to evident_definer using (true);
grant select (store_env_id, review_id, hashes) on review_texts to evident_definer;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.reviews_sharing(bigint[], int) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
