-- Migration: expands.
-- Whether a store answers shopping agents, and with what besides ratings. A store without a row answers none.
create table agent_doors (
  store_env_id uuid primary key,
  enabled boolean not null,
  excerpts boolean not null,
  faqs boolean not null,
  updated_at timestamptz(3) not null
);
call app.fence('agent_doors');
