-- People who signed up by themselves and have not yet shown that the address is theirs. The organization's id is chosen ahead: the
-- transaction that makes it also uses up the link, so that it is made once.
create table sign_ups (
  organization_id uuid primary key,
  token_digest bytea not null constraint sign_ups_token_once unique,
  email text not null,
  name text not null,
  password_hash text not null,
  organization text not null,
  store text not null,
  origin text not null,
  affiliate_code text,
  -- Sent by mail alone: whoever uses it has proven the address.
  proves_address boolean not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index sign_ups_email_idx on sign_ups (email, expires_at);

alter table sign_ups enable row level security;
alter table sign_ups force row level security;
create policy organization on sign_ups to evident_app
  using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
create policy system on sign_ups to evident_system using (true);
grant select, update on sign_ups to evident_app;
grant select, insert, delete on sign_ups to evident_system;
