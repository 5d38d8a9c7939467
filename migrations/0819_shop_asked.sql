-- Migration: expands.
-- Time the form of this order asked about the shop. Null if it did not.
alter table review_requests add column shop_asked_at timestamptz(3);
