-- Migration: expands.
-- Views and clicks of galleries per day of the store. A count is the sum of a few rows, so that concurrent visitors do not
-- wait for each other.
create table analytics_gallery_counts (
  store_env_id uuid not null,
  gallery_id uuid not null,
  day date not null,
  part smallint not null,
  impressions bigint not null,
  clicks bigint not null,
  primary key (store_env_id, gallery_id, day, part),
  constraint analytics_gallery_counts_gallery_fk foreign key (store_env_id, gallery_id) references galleries on delete cascade
);
call app.fence('analytics_gallery_counts');
