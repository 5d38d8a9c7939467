-- Invoices and credit notes. Who sold and who bought stand on each as they were on the day of issue, and never change.
create table invoices (
  store_env_id uuid not null,
  id uuid not null,
  organization_id uuid not null,
  provider text not null constraint invoices_provider_known check (provider in ('manual', 'stripe')),
  -- The provider's own id of it.
  provider_ref text,
  kind text not null constraint invoices_kind_known check (kind in ('invoice', 'credit_note')),
  -- The invoice that a credit note gives money back for.
  corrects_id uuid,
  number text not null,
  state text not null constraint invoices_state_known check (state in ('open', 'paid', 'void', 'refunded')),
  purpose text not null constraint invoices_purpose_known check (purpose in ('purchase', 'renewal', 'upgrade', 'refund', 'other')),
  plan text,
  currency text not null,
  net numeric not null,
  vat numeric not null,
  gross numeric not null,
  vat_rate numeric not null,
  vat_note text,
  -- What credit notes have given back so far, net.
  refunded_net numeric not null default 0,
  seller jsonb not null,
  customer jsonb not null,
  lines jsonb not null,
  period_starts_at timestamptz(3),
  period_ends_at timestamptz(3),
  issued_at timestamptz(3) not null,
  due_at timestamptz(3),
  paid_at timestamptz(3),
  voided_at timestamptz(3),
  -- Where the provider shows it.
  document_url text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint invoices_corrects_fkey foreign key (store_env_id, corrects_id) references invoices (store_env_id, id)
);
create unique index invoices_provider_ref_once on invoices (store_env_id, provider, provider_ref);
create index invoices_newest_idx on invoices (store_env_id, created_at desc, id desc);

alter table invoices enable row level security;
alter table invoices force row level security;
create policy tenant on invoices using (store_env_id = nullif(current_setting('app.store_env_id', true), '')::uuid);
grant select, insert, update, delete on invoices to evident_app;

-- One counter a series: its row stays locked until the transaction that drew a number commits, so that no number is left out.
create table invoice_series (
  series text primary key,
  last_number bigint not null
);
grant select, insert, update on invoice_series to evident_app;

-- Whose an invoice is, for an operator who knows its number alone.
create table invoice_register (
  invoice_id uuid primary key,
  store_env_id uuid not null,
  organization_id uuid not null,
  number text not null,
  open boolean not null,
  issued_at timestamptz(3) not null
);
create index invoice_register_number_idx on invoice_register (number);
create index invoice_register_newest_idx on invoice_register (issued_at desc, invoice_id desc);

alter table invoice_register enable row level security;
alter table invoice_register force row level security;
create policy organization on invoice_register to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on invoice_register to evident_system using (true);
grant select, insert, update on invoice_register to evident_app;
grant select on invoice_register to evident_system;

-- Who sells here, as it stands on the invoices that are issued from now on: one row.
create table billing_seller (
  only_row boolean primary key default true constraint billing_seller_one check (only_row),
  seller jsonb not null,
  updated_at timestamptz(3) not null
);
grant select on billing_seller to evident_app;
grant select, insert, update on billing_seller to evident_system;
