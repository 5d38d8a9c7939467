-- The products of a sum once more in one text, which a report adds up itself: base64 of how many bytes a count has (one, two or four),
-- and behind that all ids, and five times a count of each. As a text it is sent as it is kept, where bytes are written as hex. Arrays are
-- unnested by the database, which takes most of a report's time, and are what longer sums are added up from.
create function app.packed_products(
  ids uuid[], received integer[], stars integer[], low integer[], unanswered integer[], waiting integer[]
) returns text
  language sql immutable parallel safe
begin atomic
  select coalesce(replace(encode(
           int4send(max(w.width)) || string_agg(uuid_send(p.id), '') || string_agg(substring(int4send(p.received) from 5 - w.width), '')
           || string_agg(substring(int4send(p.stars) from 5 - w.width), '') || string_agg(substring(int4send(p.low) from 5 - w.width), '')
           || string_agg(substring(int4send(p.unanswered) from 5 - w.width), '')
           || string_agg(substring(int4send(p.waiting) from 5 - w.width), ''), 'base64'), e'\n', ''), '')
    from unnest(ids, received, stars, low, unanswered, waiting) as p(id, received, stars, low, unanswered, waiting)
   cross join (
     select case when max(c.count) < 256 then 1 when max(c.count) < 65536 then 2 else 4 end as width
       from unnest(received || stars || low || unanswered || waiting) as c(count)) w;
end;

alter table analytics_sums add column products text;
-- Ids and counts that base64 has spread over its letters are not worth being compressed, and would be unpacked for each report.
alter table analytics_sums alter column products set storage external;

-- Of all stores: for a moment without the policy, which the owner is held to too.
alter table analytics_sums no force row level security;
update analytics_sums
   set products = app.packed_products(product_ids, product_received, product_stars, product_low, product_unanswered, product_waiting);
alter table analytics_sums force row level security;
alter table analytics_sums alter column products set not null;
