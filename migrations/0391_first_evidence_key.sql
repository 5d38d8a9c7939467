-- An archive signs a head, and no job may have made the key of the installation yet. A store's transaction may add the first key, and
-- never another one.
grant select, insert on evidence_keys to evident_definer;
create policy definer on evidence_keys to evident_definer using (true) with check (true);

create function app.add_first_evidence_key(new_id uuid, new_public_key bytea, new_seed bytea, new_valid_from timestamptz) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from evidence_keys) then
    return false;
  end if;
  insert into evidence_keys (id, public_key, seed, valid_from) values (new_id, new_public_key, new_seed, new_valid_from)
  on conflict ((valid_until is null)) where valid_until is null do nothing;
  return found;
end $$;
do $$
begin
  if not (select rolsuper from pg_roles where rolname = current_user) then
    execute format('grant evident_definer to %I', current_user);
  end if;
  grant create on schema app to evident_definer;
  alter function app.add_first_evidence_key(uuid, bytea, bytea, timestamptz) owner to evident_definer;
  revoke create on schema app from evident_definer;
end $$;
revoke all on function app.add_first_evidence_key(uuid, bytea, bytea, timestamptz) from public;
grant execute on function app.add_first_evidence_key(uuid, bytea, bytea, timestamptz) to evident_app;
