-- Migration: expands.
-- The meter of withheld reviews counts deleted reviews of the shop apart.
alter table deleted_reviews
  add column subject text not null default 'product'
    constraint deleted_reviews_subject_known check (subject in ('product', 'shop'));
