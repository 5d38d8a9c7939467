-- Migration: expands.
-- Subject of the reviews that a placement's widget shows. Null is a product.

alter table placements add column subject text constraint placements_subject_check check (subject = 'shop');
