-- Migration: expands.
-- Language that we detected in a review without a locale of its author. `und`: its words are too few to tell. Null: not yet read.
alter table reviews add column detected_language text;
