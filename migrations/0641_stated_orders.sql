-- Migration: expands.
-- Purchases that a person stated to ask for a review. No shop sent them, so they prove no purchase.
alter table orders add column stated_at timestamptz(3);
