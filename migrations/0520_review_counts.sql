-- Number of reviews of a store by the values that list filters compare. A total is a sum of these rows.
create table review_counts (
  store_env_id uuid not null,
  id uuid not null,
  -- True in rows of a full count. Without one, the store's totals are counted from the reviews.
  is_base boolean not null,
  status text,
  rating smallint,
  verified boolean,
  has_photos boolean,
  has_reply boolean,
  incentivized boolean,
  imported boolean,
  -- Each transaction adds rows with its changes, so that writers do not wait for each other. A job adds them up. Null
  -- means an unknown change, which makes all rows invalid until the next full count.
  count bigint,
  primary key (store_env_id, id)
);
call app.fence('review_counts');
