-- Migration: expands.
-- Settings of reviews. A store without a row has the defaults.
create table review_settings (
  store_env_id uuid primary key,
  shop_asked boolean not null default false,
  -- Null for the form's own question.
  shop_question text,
  shop_ask_again_days smallint not null default 180
    constraint review_settings_ask_again_range check (shop_ask_again_days between 1 and 730),
  updated_at timestamptz(3) not null
);
call app.fence('review_settings');
