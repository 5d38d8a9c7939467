-- A reading that was not whole begins anew, up to six hours long. What one pass has seen says nothing of the next: so each has an
-- id of its own, and counts its products anew. Null: the first, whose id is the reading's.
alter table shop_syncs
  add column pass uuid,
  add column pass_read integer not null default 0,
  -- Passes begun anew, and since when: a page that was read meanwhile is no sign of health.
  add column restarts integer not null default 0,
  add column restarting_since timestamptz(3);
