-- Migration: expands.
-- A connection may also tell its provider about reviews, points and tiers, and fill in the profiles of their people.
alter table connections
  add column sends text[] not null default '{}',
  -- Whether events about reviews carry their title and text.
  add column includes_words boolean not null default false,
  add column profile boolean not null default false,
  -- First time profiles were on. An erasure empties the profiles of this provider, even if they are off now.
  add column profile_since timestamptz(3);
alter table connections drop constraint connections_provider_known;
alter table connections add constraint connections_provider_known check (provider in ('klaviyo', 'omnisend', 'mailchimp', 'brevo')) not valid;
alter table connections validate constraint connections_provider_known;
