-- What a page of reviews opens with: the newest approved ones of a product. Merged from five runs by stars they cost 2.4 times the
-- processor time; the index of all reviews of a product would walk over an import of a hundred thousand pending ones.
create index reviews_shown_newest_idx on reviews (store_env_id, product_id, submitted_at desc, id desc) where status = 'approved';
