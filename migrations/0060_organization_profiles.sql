-- Who the organization is in law and where its bills go, as invoices name it; and whether its people need a second factor.
alter table organizations
  add column legal_name text,
  add column vat_number text,
  add column country text,
  add column billing_email text,
  add column two_factor_required boolean not null default false;
