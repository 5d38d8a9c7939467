-- Migration: expands concurrently.
-- Reviews of the shop, newest first. Reports subtract them from all reviews, so it has the columns of reviews_submitted_idx.
create index concurrently reviews_of_shop_idx
  on reviews (store_env_id, submitted_at desc, id desc, status, rating, verified, source, photo_count, incentive, replied_at)
  where product_id is null;
