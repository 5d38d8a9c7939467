-- That a review was rejected, for as long as this stands, and what its author is sent about it.
create table rejections (
  store_env_id uuid not null,
  id uuid not null,
  review_id uuid not null,
  rejected_at timestamptz(3) not null,
  -- Null once the mail was handed over, and where nobody is to get one.
  mail_due_at timestamptz(3),
  mailed_at timestamptz(3),
  -- Another decision took its place.
  ended_at timestamptz(3),
  primary key (store_env_id, id),
  constraint rejections_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create unique index rejections_standing_once on rejections (store_env_id, review_id) where ended_at is null;
create index rejections_review_idx on rejections (store_env_id, review_id);
create index rejections_mail_due_idx on rejections (store_env_id, mail_due_at) where mail_due_at is not null;

-- What an author says against a rejection, once for each.
create table appeals (
  store_env_id uuid not null,
  id uuid not null,
  rejection_id uuid not null,
  review_id uuid not null,
  -- Null once its author is forgotten.
  statement text,
  state text not null constraint appeals_state_known check (state in ('open', 'upheld', 'overturned')),
  due_at timestamptz(3) not null,
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  note text,
  -- Who decided the appeal had rejected the review too.
  same_actor boolean,
  primary key (store_env_id, id),
  constraint appeals_once unique (store_env_id, rejection_id),
  constraint appeals_rejection_fk foreign key (store_env_id, rejection_id) references rejections on delete cascade,
  constraint appeals_review_fk foreign key (store_env_id, review_id) references reviews on delete cascade
);
create index appeals_newest_idx on appeals (store_env_id, created_at desc, id desc);
create index appeals_state_idx on appeals (store_env_id, state, created_at desc, id desc);
create index appeals_review_idx on appeals (store_env_id, review_id);

call app.fence('rejections', 'appeals');

-- The link of a mail is looked up before any tenant is known. Only the token's SHA-256 is kept.
create table appeal_links (
  digest bytea primary key,
  store_env_id uuid not null references stores on delete cascade,
  rejection_id uuid not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);
create index appeal_links_rejection_idx on appeal_links (store_env_id, rejection_id);
create index appeal_links_expired_idx on appeal_links (store_env_id, expires_at);
alter table appeal_links enable row level security;
alter table appeal_links force row level security;
create policy tenant on appeal_links
  using (store_env_id = nullif(current_setting('app.store_env_id', true), '')::uuid);
create policy owner on appeal_links to current_user using (true);
grant select, insert, update, delete on appeal_links to evident_app;

grant select on appeal_links to evident_definer;
create policy definer on appeal_links for select to evident_definer using (true);

create function app.find_appeal_link(link_digest bytea)
returns table (store_env_id uuid, organization_id uuid, rejection_id uuid, expires_at timestamptz, store_name text, origins text[],
               plan text, status text, trial_ends_at timestamptz, current_period_ends_at timestamptz, past_due_since timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select l.store_env_id, s.organization_id, l.rejection_id, l.expires_at, s.name, s.origins,
         b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since
    from appeal_links l
    join stores s on s.id = l.store_env_id
    join subscriptions b on b.store_env_id = l.store_env_id
   where l.digest = link_digest
$$;

do $$
begin
  -- An owner without superuser may hand a function only to a role it belongs to and that may create in the schema.
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.find_appeal_link(bytea) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
revoke all on function app.find_appeal_link(bytea) from public;
grant execute on function app.find_appeal_link(bytea) to evident_app;
