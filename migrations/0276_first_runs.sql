-- Which steps of the checklist of a new store were put aside. Whether one is done is found from the facts.
create table first_runs (
  store_env_id uuid primary key,
  skipped text[] not null,
  updated_at timestamptz(3) not null
);

call app.fence('first_runs');
