-- Migrations 0183 and 0210 filled in what stores had before them. An owner without superuser is held to the policy of stores and was
-- shown no row, so there they filled in nothing, and it is done now. Everybody else has it already.
do $$
declare
  acts_since timestamptz := (select at from schema_migrations where name = '0183_analytics.sql');
  ledgers_since timestamptz := (select at from schema_migrations where name = '0210_evidence_ledger.sql');
begin
  if (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then
    return;
  end if;
  alter table reviews no force row level security;
  alter table analytics_first_acts no force row level security;
  alter table analytics_changes no force row level security;
  alter table evidence_ledgers no force row level security;
  alter table evidence_entries no force row level security;

  with filled as (
    insert into analytics_first_acts as a (store_env_id, review_id, submitted_at, decided_at, replied_at)
    select r.store_env_id, r.id, r.submitted_at, case when r.approved_at < acts_since then r.approved_at end,
           case when r.replied_at < acts_since then r.replied_at end
      from reviews r
     where r.source <> 'import' and (r.approved_at < acts_since or r.replied_at < acts_since)
    on conflict (store_env_id, review_id) do update
      set decided_at = least(a.decided_at, excluded.decided_at), replied_at = least(a.replied_at, excluded.replied_at)
    returning a.store_env_id)
  -- Their sums are made anew.
  insert into analytics_changes (store_env_id, day, id)
  select f.store_env_id, '-infinity', gen_random_uuid() from filled f group by f.store_env_id;

  -- Which of its reviews a ledger has is asked of each while they enter.
  with entering as (
    insert into evidence_ledgers (store_env_id, size, is_entering)
    select distinct r.store_env_id, 0, true from reviews r
     where r.created_at < ledgers_since
       and not exists (select from evidence_entries e where e.store_env_id = r.store_env_id and e.review_id = r.id)
    on conflict (store_env_id) do update set is_entering = true, entered_submitted_at = null, entered_id = null
    returning store_env_id)
  insert into agenda (store_env_id, organization_id, task, due_at)
  select e.store_env_id, s.organization_id, 'evidence.enter', now() from entering e join stores s on s.id = e.store_env_id
  on conflict do nothing;

  alter table evidence_entries force row level security;
  alter table evidence_ledgers force row level security;
  alter table analytics_changes force row level security;
  alter table analytics_first_acts force row level security;
  alter table reviews force row level security;
end $$;
