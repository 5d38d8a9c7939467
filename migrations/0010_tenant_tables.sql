-- What every tenant table gets, said once: row-level security that its owner is held to as well, one policy that compares
-- one column, and the application's rights. A migration that makes tables calls it.
create procedure app.fence(variadic tables text[])
language plpgsql as $$
declare name text;
begin
  foreach name in array tables loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant on %I
      using (store_env_id = nullif(current_setting('app.store_env_id', true), '')::uuid)$policy$, name);
    execute format('grant select, insert, update, delete on %I to evident_app', name);
  end loop;
end $$;
revoke all on procedure app.fence(text[]) from public;
