-- A webhook that a connected program made is that connection's, and counts for nothing once the connection is over. No foreign
-- key: a grant is the organization's, and references of a store's rows stay inside the store.
alter table webhook_endpoints add column oauth_grant_id uuid;
