-- Migration: expands.
-- A key or store without a version is no known key. Citus cannot plan the comparison of a row version with null, so the functions
-- answer null before it.
alter function app.enter_as_known_key(bytea, uuid, uuid, xid, xid) strict;
alter function app.read_as_known_key(bytea, uuid, uuid, xid, xid) strict;
alter function app.stamp_for_known_key(bytea, uuid, uuid, xid, xid) strict;
