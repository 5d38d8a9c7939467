-- Migration: expands.
-- Copies of a product's added up counts by stars, beside its group, so that the summary of a group reads one range. Null until
-- the job has copied them.
alter table product_group_members
  add column s1 integer,
  add column s2 integer,
  add column s3 integer,
  add column s4 integer,
  add column s5 integer;
