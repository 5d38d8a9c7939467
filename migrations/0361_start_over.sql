-- What was believed when a transaction began does not hold: it ends as after a deadlock, and whoever may begins it anew.
create function app.start_over() returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'What this transaction was begun upon has changed.' using errcode = 'serialization_failure';
end $$;
revoke all on function app.start_over() from public;
grant execute on function app.start_over() to evident_app;
