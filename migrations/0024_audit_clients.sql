-- Where an act came from, as the service saw it: the client's address and what the client says it is.
alter table audit_log add column address text, add column user_agent text;
