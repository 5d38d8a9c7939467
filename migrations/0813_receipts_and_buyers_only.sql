-- Migration: expands.
alter table review_settings
  add column receipts boolean not null default true,
  add column buyers_only boolean not null default false;
