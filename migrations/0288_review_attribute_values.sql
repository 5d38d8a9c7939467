-- A review's answers, by the ids of what was asked: of a scale 1 to 5, of a choice its place.
alter table reviews add column attribute_values jsonb
  constraint reviews_attribute_values_object check (jsonb_typeof(attribute_values) = 'object');
create index reviews_shown_with_attributes_idx on reviews (store_env_id, product_id) where status = 'approved' and attribute_values is not null;
