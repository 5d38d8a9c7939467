-- Who brings others earns of what they pay. Owned by the organization that earns; what it earns is written by the service itself.
create table affiliates (
  organization_id uuid primary key references organizations on delete cascade,
  code text not null constraint affiliates_code_once unique,
  created_at timestamptz(3) not null
);

create table affiliate_referrals (
  id uuid primary key,
  organization_id uuid not null references affiliates on delete cascade,
  -- Bound once, when it is made.
  referred_organization_id uuid not null constraint affiliate_referrals_once unique references organizations on delete cascade,
  rejected_reason text constraint affiliate_referrals_reason_known check (rejected_reason in ('self_referral')),
  created_at timestamptz(3) not null
);
create index affiliate_referrals_organization_idx on affiliate_referrals (organization_id, created_at desc, id desc);

-- What was paid and given back, as billing told it, and what each earns: computed anew from all of a referral whenever one is added,
-- so that the order in which they are heard makes no difference.
create table affiliate_commissions (
  id uuid primary key,
  organization_id uuid not null references affiliates on delete cascade,
  referral_id uuid not null references affiliate_referrals on delete cascade,
  kind text not null constraint affiliate_commissions_kind_known check (kind in ('paid', 'refunded')),
  -- The invoice's id, or that of the credit note.
  document_id uuid not null,
  invoice_id uuid not null,
  net numeric not null,
  at timestamptz(3) not null,
  amount numeric not null,
  payable_at timestamptz(3) not null,
  constraint affiliate_commissions_document_once unique (referral_id, kind, document_id)
);
create index affiliate_commissions_organization_idx on affiliate_commissions (organization_id, at desc, id desc);

create table affiliate_payouts (
  id uuid primary key,
  organization_id uuid not null references affiliates on delete cascade,
  amount numeric not null constraint affiliate_payouts_of_something check (amount > 0),
  created_at timestamptz(3) not null
);
create index affiliate_payouts_organization_idx on affiliate_payouts (organization_id, created_at desc, id desc);

do $$
declare name text;
begin
  foreach name in array array['affiliates', 'affiliate_referrals', 'affiliate_commissions', 'affiliate_payouts'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy organization on %I to evident_app
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)$policy$, name);
    execute format('create policy system on %I to evident_system using (true)', name);
  end loop;
end $$;
-- The new organization says who brought it, in the transaction that makes it; it reads nothing of theirs.
create policy referred on affiliate_referrals for insert to evident_app
  with check (referred_organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
grant select, insert, update on affiliates to evident_app;
grant select, insert on affiliate_referrals, affiliate_payouts to evident_app;
grant select on affiliate_commissions to evident_app;
grant select on affiliates, affiliate_payouts to evident_system;
grant select, update on affiliate_referrals to evident_system;
grant select, insert, update on affiliate_commissions to evident_system;

-- What a referred organization is called, for the one that brought it.
create function app.referred_names() returns table (id uuid, name text)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select o.id, o.name from affiliate_referrals r join organizations o on o.id = r.referred_organization_id
   where r.organization_id = nullif(current_setting('app.organization_id', true), '')::uuid
$$;
create policy definer on affiliate_referrals for select to evident_definer using (true);
grant select on affiliate_referrals to evident_definer;
revoke all on function app.referred_names() from public;
grant execute on function app.referred_names() to evident_app;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.referred_names() owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
