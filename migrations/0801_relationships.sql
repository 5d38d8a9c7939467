-- Migration: expands.
-- The author's own statement of a relationship to the shop. Null if the form did not ask.
alter table reviews add column relationship text constraint reviews_relationship_known
  check (relationship in ('none', 'employee', 'family', 'supplier', 'competitor', 'other'));
alter table review_settings add column ask_relationship boolean not null default false;
-- True for reviews whose author named a relationship. They count in no average.
alter table review_counts add column declared boolean not null default false;
