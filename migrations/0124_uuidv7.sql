-- `0125_categories.sql` calls uuidv7(), which PostgreSQL has from 18 on. Older servers get one of our own, which
-- `0380_drop_uuidv7.sql` drops again: databases of every server and age end with one schema.
do $$
begin
  if to_regprocedure('uuidv7()') is null then
    create function public.uuidv7() returns uuid language sql volatile set search_path = pg_catalog as $body$
      select encode(
        set_bit(set_bit(
          overlay(uuid_send(gen_random_uuid())
                  placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3)
                  from 1 for 6),
          52, 1), 53, 1), 'hex')::uuid
    $body$;
    comment on function public.uuidv7() is 'evident: dropped by 0380_drop_uuidv7.sql';
  end if;
end $$;
