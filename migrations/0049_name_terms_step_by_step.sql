-- The same terms as before, found letter by letter. As a query it was planned anew for every customer that was written,
-- which took longer than all its indexes together. A term that is there twice is one in the index.
create or replace function app.name_terms(store uuid, name text) returns bigint[]
  language plpgsql immutable parallel safe strict as $$
declare
  letters text[] := pg_catalog.string_to_array(pg_catalog.lower(name), null);
  seed bigint := pg_catalog.uuid_hash_extended(store, 0);
  count int := pg_catalog.cardinality(letters);
  terms bigint[] := '{}';
begin
  -- Three letters anywhere; one and two where a word begins, and anywhere in scripts whose words are that short.
  for i in 1 .. count loop
    if i + 2 <= count then
      terms := terms || pg_catalog.hashtextextended(letters[i] || letters[i + 1] || letters[i + 2], seed);
    end if;
    if i = 1 or letters[i - 1] = ' ' or pg_catalog.ascii(letters[i]) >= 11904 then
      terms := terms || pg_catalog.hashtextextended(letters[i], seed);
      if i < count then
        terms := terms || pg_catalog.hashtextextended(letters[i] || letters[i + 1], seed);
      end if;
    end if;
  end loop;
  return nullif(terms, '{}');
end $$;
