-- Names the table of wake-ups as the code names them.
alter table agenda rename to wake_ups;
alter table wake_ups rename constraint agenda_pkey to wake_ups_pkey;
alter table wake_ups rename constraint agenda_store_env_id_fkey to wake_ups_store_env_id_fkey;
alter table wake_ups rename constraint agenda_organization_id_fkey to wake_ups_organization_id_fkey;
alter index agenda_due_idx rename to wake_ups_due_idx;
