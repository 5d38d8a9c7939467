create table evidence_settings (
  store_env_id uuid primary key,
  public_meter boolean not null,
  alert_gap numeric not null,
  updated_at timestamptz(3) not null
);

call app.fence('evidence_settings');
