-- Migration: expands.
-- Attributes belong to products, or to reviews of the shop.
alter table review_attributes
  add column subject text not null default 'product'
    constraint review_attributes_subject_known check (subject in ('product', 'shop'));
