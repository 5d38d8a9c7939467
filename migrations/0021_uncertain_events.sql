-- What a provider may have taken already, which decides whether somebody else may still ask.
alter table connection_events add column may_be_taken boolean not null default false;
-- Counting what was given up looks at nothing else.
create index connection_events_dead_idx on connection_events (store_env_id, connection_id) where state = 'dead';

-- Rounds in a row in which nothing got through: the longer, the more rarely it is tried.
alter table connections add column failures integer not null default 0;
