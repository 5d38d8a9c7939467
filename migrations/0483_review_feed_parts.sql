-- Parts of a review feed that is larger than receivers take, as they were measured while they were read.
alter table review_feeds
  -- Bytes of all parts together; null until the feed was read for the first time.
  add column bytes bigint,
  -- In the order of their numbers: {fromId, bytes}. A part ends where the part with the next id begins.
  add column parts jsonb not null default '[]';
