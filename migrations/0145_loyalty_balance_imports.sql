-- Which row of which file a balance came from that was brought over: of two rows of one file for one person only the first counts.
alter table loyalty_grants
  add column import_id uuid,
  add column import_line integer;
