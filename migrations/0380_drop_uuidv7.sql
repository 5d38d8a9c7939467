-- Only the function of `0124_uuidv7.sql`. A function that an operator made stays.
do $$
begin
  if obj_description(to_regprocedure('public.uuidv7()'), 'pg_proc') = 'evident: dropped by 0380_drop_uuidv7.sql' then
    drop function public.uuidv7();
  end if;
end $$;
