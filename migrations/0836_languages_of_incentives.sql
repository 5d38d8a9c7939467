-- Migration: expands.
-- Translations of incentives by language tag. A version stores those that shoppers read, because they are part of the promise.
alter table review_incentives
  -- Language of text and terms. Null if unknown.
  add column locale text,
  add column translations jsonb not null default '{}'
    constraint review_incentives_translations_object check (jsonb_typeof(translations) = 'object');
alter table review_incentive_versions
  add column locale text,
  add column translations jsonb not null default '{}'
    constraint review_incentive_versions_translations_object check (jsonb_typeof(translations) = 'object');
