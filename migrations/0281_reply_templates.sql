-- What a store often answers, to begin a reply with.
create table reply_templates (
  store_env_id uuid not null,
  id uuid not null,
  title text not null,
  body text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id)
);
create index reply_templates_newest_idx on reply_templates (store_env_id, created_at desc, id desc);

call app.fence('reply_templates');
