-- Migration: expands.
-- Instants between which a day was counted, so that totals of reviews since a time use its sum. Null in longer spans.
alter table analytics_sums add column begins_at timestamptz(3);
alter table analytics_sums add column ends_at timestamptz(3);
-- False if the store's sums are older than these instants. The next run then sums all days again.
alter table analytics_coverage add column has_bounds boolean not null default false;
