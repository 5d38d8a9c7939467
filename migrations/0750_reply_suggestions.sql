-- Migration: expands.
-- Reviews that a template suits: these stars, and at least one of these topics. Empty suits every review.
alter table reply_templates
  add column ratings integer[] not null default '{}',
  add column topics text[] not null default '{}';
