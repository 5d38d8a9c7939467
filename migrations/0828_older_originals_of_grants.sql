-- Migration: expands.
-- False once every original of the grant was copied. Otherwise a grant that loses copies is filled with the next newest originals.
alter table shared_review_runs
  add column has_older boolean not null default true;
