-- Appends entries to a store's ledger, and chains each to the one before. Locks the ledger until the transaction ends, so
-- it runs in the round trip of COMMIT. Each body is the canonical JSON of `by` and `data`, without braces. The array
-- subqueries make the planner keep one plan: it would count the values of bare arrays, and plan each call again.
create function app.append_to_ledger(store uuid, begun timestamptz, types text[], reviews uuid[], bodies text[])
returns void
language plpgsql as $$
declare
  ledger_size bigint;
  leaf bytea;
  ended timestamptz;
  at_text text;
  entries text[] := '{}';
  leaves bytea[] := '{}';
begin
  select l.size, l.last_leaf, l.last_at into ledger_size, leaf, ended
    from evidence_ledgers l where l.store_env_id = store for update;
  if not found then
    insert into evidence_ledgers (store_env_id, size, is_entering) values (store, 0, false)
    on conflict (store_env_id) do nothing;
    select l.size, l.last_leaf, l.last_at into strict ledger_size, leaf, ended
      from evidence_ledgers l where l.store_env_id = store for update;
  end if;
  -- Time never goes backwards. While the clock is behind, entries get the time of the last entry.
  ended := greatest(ended, begun);
  at_text := to_char(ended at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  for i in 1 .. cardinality(bodies) loop
    entries[i] := '{"at":"' || at_text || '",' || bodies[i] || ',"prev":"' || coalesce(encode(leaf, 'hex'), repeat('0', 64))
      || '","review":' || coalesce('"' || reviews[i] || '"', 'null') || ',"seq":' || ledger_size + i - 1
      || ',"store":"' || store || '","type":"' || types[i] || '","v":1}';
    leaf := sha256('\x00'::bytea || convert_to(entries[i], 'UTF8'));
    leaves[i] := leaf;
  end loop;
  insert into evidence_entries (store_env_id, seq, at, type, review_id, entry, leaf)
  select store, ledger_size + e.place - 1, ended, e.type, e.review_id, e.entry, e.leaf
    from unnest((select types), (select reviews), (select entries), (select leaves)) with ordinality
         as e(type, review_id, entry, leaf, place);
  update evidence_ledgers l set size = ledger_size + cardinality(bodies), last_leaf = leaf, last_at = ended
   where l.store_env_id = store;
end $$;
revoke all on function app.append_to_ledger(uuid, timestamptz, text[], uuid[], text[]) from public;
grant execute on function app.append_to_ledger(uuid, timestamptz, text[], uuid[], text[]) to evident_app;
