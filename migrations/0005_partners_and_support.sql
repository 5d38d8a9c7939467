-- Support tickets, and the temporary access that an owner grants for one.
create table support_tickets (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  store_env_id uuid references stores on delete cascade,
  subject text not null,
  -- `open`: the operator answers next. `waiting`: the organization does.
  state text not null constraint support_tickets_state_known check (state in ('open', 'waiting', 'closed')),
  opened_by text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index support_tickets_organization_idx on support_tickets (organization_id, created_at desc, id desc);
create index support_tickets_unclosed_idx on support_tickets (updated_at) where state <> 'closed';
alter table support_tickets enable row level security, force row level security;
create policy organization on support_tickets to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on support_tickets to evident_system using (true);
create policy definer on support_tickets for select to evident_definer using (true);
grant select, insert, update on support_tickets to evident_app;
grant select on support_tickets to evident_system, evident_definer;

create table support_messages (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  ticket_id uuid not null references support_tickets on delete cascade,
  side text not null constraint support_messages_side_known check (side in ('member', 'support')),
  -- Id of the caller, `user:…` or `key:…`. Null for support, which has only a name.
  author text,
  author_name text not null,
  body text not null,
  created_at timestamptz(3) not null
);
create index support_messages_ticket_idx on support_messages (ticket_id, created_at, id);
alter table support_messages enable row level security, force row level security;
create policy organization on support_messages to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on support_messages to evident_system using (true);
create policy definer on support_messages for select to evident_definer using (true);
grant select, insert, update on support_messages to evident_app;
grant select on support_messages to evident_system;

create table support_grants (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  ticket_id uuid not null references support_tickets on delete cascade,
  role text not null constraint support_grants_role_known check (role in ('VIEWER', 'MEMBER', 'ADMIN')),
  granted_by text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
create unique index support_grants_one_standing on support_grants (ticket_id) where ended_at is null;
create index support_grants_ticket_idx on support_grants (ticket_id, created_at desc);
alter table support_grants enable row level security, force row level security;
create policy organization on support_grants to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on support_grants to evident_system using (true);
create policy definer on support_grants for select to evident_definer using (true);
grant select, insert, update on support_grants to evident_app;
grant select on support_grants to evident_system, evident_definer;

-- Tokens that the operator's command line issues under a grant, one per person.
create table support_tokens (
  id uuid primary key,
  digest bytea not null constraint support_tokens_digest_once unique,
  organization_id uuid not null references organizations on delete cascade,
  grant_id uuid not null references support_grants on delete cascade,
  staff text not null,
  created_at timestamptz(3) not null
);
alter table support_tokens enable row level security, force row level security;
create policy organization on support_tokens to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on support_tokens to evident_system using (true);
create policy definer on support_tokens for select to evident_definer using (true);
grant select, insert on support_tokens to evident_app;
grant select on support_tokens to evident_definer;

-- An organization grants another one, such as an agency, access to its stores. Members at the time of the call get
-- access. A partner cannot pass it on, because we check memberships only.
create table partner_grants (
  id uuid primary key,
  organization_id uuid not null references organizations on delete cascade,
  partner_organization_id uuid not null constraint partner_grants_partner_exists references organizations on delete cascade,
  role text not null constraint partner_grants_role_known check (role in ('VIEWER', 'MEMBER', 'ADMIN')),
  -- Null grants all stores, including future ones.
  store_env_ids uuid[],
  expires_at timestamptz(3),
  granted_by text not null,
  created_at timestamptz(3) not null,
  constraint partner_grants_to_another check (organization_id <> partner_organization_id)
);
create index partner_grants_organization_idx on partner_grants (organization_id, created_at desc, id desc);
create index partner_grants_partner_idx on partner_grants (partner_organization_id, created_at desc, id desc);
alter table partner_grants enable row level security, force row level security;
create policy organization on partner_grants to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy partner on partner_grants for select to evident_app
  using (partner_organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on partner_grants to evident_system using (true);
create policy definer on partner_grants for select to evident_definer using (true);
grant select, insert, update, delete on partner_grants to evident_app;
grant select on partner_grants to evident_definer;
grant select, delete on partner_grants to evident_system;

-- An affiliate earns a share of the payments of organizations it referred. The organization owns its row; only the
-- service writes the earnings.
create table affiliates (
  organization_id uuid primary key references organizations on delete cascade,
  code text not null constraint affiliates_code_once unique,
  created_at timestamptz(3) not null
);
alter table affiliates enable row level security, force row level security;
create policy organization on affiliates to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on affiliates to evident_system using (true);
grant select, insert, update on affiliates to evident_app;
grant select on affiliates to evident_system;

create table affiliate_referrals (
  id uuid primary key,
  organization_id uuid not null references affiliates on delete cascade,
  -- Set once, when the organization is created.
  referred_organization_id uuid not null constraint affiliate_referrals_once unique references organizations on delete cascade,
  rejected_reason text constraint affiliate_referrals_reason_known check (rejected_reason in ('self_referral')),
  created_at timestamptz(3) not null
);
create index affiliate_referrals_organization_idx on affiliate_referrals (organization_id, created_at desc, id desc);
alter table affiliate_referrals enable row level security, force row level security;
create policy organization on affiliate_referrals to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy referred on affiliate_referrals for insert to evident_app
  with check (referred_organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on affiliate_referrals to evident_system using (true);
create policy definer on affiliate_referrals for select to evident_definer using (true);
grant select, insert on affiliate_referrals to evident_app;
grant select, update on affiliate_referrals to evident_system;
grant select on affiliate_referrals to evident_definer;

-- Payments and refunds of a referral, and the commission on each. Every new one recalculates the whole referral, so
-- their order does not matter.
create table affiliate_commissions (
  id uuid primary key,
  organization_id uuid not null references affiliates on delete cascade,
  referral_id uuid not null references affiliate_referrals on delete cascade,
  kind text not null constraint affiliate_commissions_kind_known check (kind in ('paid', 'refunded')),
  -- Id of the invoice or the credit note.
  document_id uuid not null,
  invoice_id uuid not null,
  net numeric not null,
  at timestamptz(3) not null,
  amount numeric not null,
  payable_at timestamptz(3) not null,
  constraint affiliate_commissions_document_once unique (referral_id, kind, document_id)
);
create index affiliate_commissions_organization_idx on affiliate_commissions (organization_id, at desc, id desc);
alter table affiliate_commissions enable row level security, force row level security;
create policy organization on affiliate_commissions to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on affiliate_commissions to evident_system using (true);
grant select on affiliate_commissions to evident_app;
grant select, insert, update on affiliate_commissions to evident_system;

create table affiliate_payouts (
  id uuid primary key,
  organization_id uuid not null references affiliates on delete cascade,
  amount numeric not null constraint affiliate_payouts_of_something check (amount > 0),
  created_at timestamptz(3) not null
);
create index affiliate_payouts_organization_idx on affiliate_payouts (organization_id, created_at desc, id desc);
alter table affiliate_payouts enable row level security, force row level security;
create policy organization on affiliate_payouts to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on affiliate_payouts to evident_system using (true);
grant select, insert on affiliate_payouts to evident_app;
grant select on affiliate_payouts to evident_system;

-- Names of the organizations that share a grant with the current one, on either side.
create function app.partner_names() returns table (id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with entered as (select nullif(current_setting('app.organization_id', true), '')::uuid as id)
  select o.id, o.name
    from entered e
    join partner_grants g on e.id in (g.organization_id, g.partner_organization_id)
    join organizations o on o.id in (g.organization_id, g.partner_organization_id) and o.id <> e.id
   group by o.id, o.name
$$;
revoke all on function app.partner_names() from public;
grant execute on function app.partner_names() to evident_app;

-- Stores that a person may enter through grants to their organizations, with the lower of both roles. Where plans are
-- sold, the granting organization needs a store on an unlapsed Scale plan.
-- The lapse rule is the one of resources/billing/rules.ts: an active subscription lapses fourteen days after its
-- invoice was due.
create function app.partner_stores(person text, only_store uuid, at timestamptz, is_billed boolean)
returns table (store_env_id uuid, organization_id uuid, grant_id uuid, partner_id uuid, partner_name text, person_name text, role text)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select s.id, g.organization_id, g.id, g.partner_organization_id, o.name, coalesce(nullif(m.name, ''), m.email),
         case when array_position('{VIEWER,MEMBER,ADMIN,OWNER}'::text[], m.role) < array_position('{VIEWER,MEMBER,ADMIN,OWNER}'::text[], g.role)
              then m.role else g.role end
    from memberships m
    join partner_grants g on g.partner_organization_id = m.organization_id
    join organizations o on o.id = g.partner_organization_id
    join stores s on s.organization_id = g.organization_id and (g.store_env_ids is null or s.id = any (g.store_env_ids))
   where m.user_id = person and m.active and (only_store is null or s.id = only_store)
     and (g.expires_at is null or g.expires_at > partner_stores.at)
     and (not is_billed or exists (
       select from subscriptions b
        where b.organization_id = g.organization_id and b.plan = 'scale'
          and (b.status = 'active' and b.past_due_since is null
               or (b.status in ('active', 'past_due') and b.past_due_since > partner_stores.at - interval '14 days')
               or (b.status = 'cancelled' and b.current_period_ends_at > partner_stores.at))))
$$;
revoke all on function app.partner_stores(text, uuid, timestamptz, boolean) from public;
grant execute on function app.partner_stores(text, uuid, timestamptz, boolean) to evident_system, evident_definer;

-- Names of the organizations that the current one referred.
create function app.referred_names() returns table (id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id, o.name from affiliate_referrals r join organizations o on o.id = r.referred_organization_id
   where r.organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
$$;
revoke all on function app.referred_names() from public;
grant execute on function app.referred_names() to evident_app;
