-- On which day a page of the shop last asked for what a widget shows, and when for the first time. A row a widget, written
-- once a day at most; nothing of who asked, nor from where.
create table widget_sightings (
  store_env_id uuid not null,
  widget text not null,
  first_seen_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  primary key (store_env_id, widget)
);

call app.fence('widget_sightings');
