-- Migration: expands.
-- Number of approved reviews of a product by stars. The counts of a product are sums of these rows.
create table product_review_counts (
  store_env_id uuid not null,
  -- True in rows of a full count or of added up changes. Changes come first in the key, so that the job finds them.
  is_base boolean not null,
  -- The nil id is the store itself: its base row says that all products are counted.
  product_id uuid not null,
  id uuid not null,
  rating smallint,
  -- Each transaction adds rows with its changes, so that writers do not wait for each other. Null means an unknown change,
  -- which makes all rows of the store invalid until the next full count.
  count bigint,
  verified bigint,
  rewarded bigint,
  imported bigint,
  primary key (store_env_id, is_base, product_id, id)
);
call app.fence('product_review_counts');

-- The job visits every store once more and counts its products.
delete from app.store_visits where walk = 'analytics.sum';
