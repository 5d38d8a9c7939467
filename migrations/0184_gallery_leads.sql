-- The form below a gallery: what the store has set of it; what is not in here is as it is by default.
alter table galleries add column lead_form jsonb not null default '{}';

-- What visitors sent by that form. Who wrote is never shown to shoppers.
create table gallery_leads (
  store_env_id uuid not null,
  id uuid not null,
  gallery_id uuid not null,
  status text not null constraint gallery_leads_status_known check (status in ('unconfirmed', 'new', 'contacted', 'closed', 'spam')),
  email text not null,
  name text,
  phone text,
  message text,
  locale text,
  -- The store's own.
  note text,
  -- What the visitor agreed to, word for word, and when.
  consent_text text not null,
  consented_at timestamptz(3) not null,
  -- When the button behind the mailed link was pressed.
  confirmed_at timestamptz(3),
  -- Digest of who wrote what: the same again within a day is the same lead. And of that with the network it came from.
  key bytea not null,
  visitor bytea not null,
  -- Whether the store is to be told by mail: at once, or with others in a digest; null where nobody is.
  notice text constraint gallery_leads_notice_known check (notice in ('due', 'waiting', 'sent', 'digest')),
  -- Since when it is due or waits, or when its mail was handed to the mail queue.
  notice_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint gallery_leads_gallery_fk foreign key (store_env_id, gallery_id) references galleries on delete cascade
);
create index gallery_leads_newest_idx on gallery_leads (store_env_id, gallery_id, created_at desc, id desc);
create index gallery_leads_status_idx on gallery_leads (store_env_id, gallery_id, status, created_at desc, id desc);
create index gallery_leads_email_idx on gallery_leads (store_env_id, email, created_at);
create index gallery_leads_key_idx on gallery_leads (store_env_id, key, created_at);
create index gallery_leads_old_idx on gallery_leads (store_env_id, created_at);
create index gallery_leads_untold_idx on gallery_leads (store_env_id, gallery_id, notice_at, id) where notice in ('due', 'waiting');
create index gallery_leads_told_idx on gallery_leads (store_env_id, gallery_id, notice_at) where notice in ('sent', 'digest');

call app.fence('gallery_leads');
