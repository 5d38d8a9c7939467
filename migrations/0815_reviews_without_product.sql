-- Migration: expands.
-- A review of the shop has no product. The unique index treats nulls as equal, so an order has one review of the shop.
alter table reviews alter column product_id drop not null;
