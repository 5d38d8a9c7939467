-- An endpoint ends with the access of the key, connection or grant that made it. Only endpoints of signed-in people get whole
-- addresses. Makers have no foreign key: they belong to the organization, and references of a store's rows stay inside the store.
alter table webhook_endpoints
  add column made_by text not null default 'unknown'
    constraint webhook_endpoints_made_by_known check (made_by in ('person', 'key', 'connection', 'partner', 'support', 'unknown')),
  add column maker_id uuid;

-- The audit log tells who made older endpoints. One that the log does not tell of, or whose key is gone, is `unknown`: it stays, and
-- gets masked addresses. A person's endpoint that a key moved later is `unknown` too.
alter table webhook_endpoints no force row level security;
alter table oauth_grants no force row level security;

update webhook_endpoints w set made_by = 'connection', maker_id = w.oauth_grant_id where w.oauth_grant_id is not null;

with acts as (
  select l.store_env_id, l.organization_id, l.target ->> 'id' as target_id, l.actor, l.at, l.id
    from audit_log l
   where l.action in ('webhook.created', 'gallery.created')
      or (l.action = 'webhook.updated' and (l.details -> 'fields') ?| array['url', 'events'])
      or (l.action = 'gallery.lead_form_changed' and (l.details -> 'fields') ? 'webhookUrl')),
newest as (
  select distinct on (a.store_env_id, a.target_id) a.*
    from acts a order by a.store_env_id, a.target_id, a.at desc, a.id desc),
makers as (
  select n.store_env_id, n.target_id,
         case when n.actor ->> 'type' = 'user' and n.actor ->> 'via' is null then 'person' else 'key' end as made_by, k.id as key_id
    from newest n
    left join api_keys k on k.organization_id = n.organization_id and n.actor ->> 'type' = 'key' and k.id::text = n.actor ->> 'id'
   where (n.actor ->> 'type' = 'user' and n.actor ->> 'via' is null) or k.id is not null)
update webhook_endpoints w
   set made_by = m.made_by, maker_id = m.key_id
  from makers m
 where m.store_env_id = w.store_env_id and m.target_id = coalesce(w.gallery_id, w.id)::text and w.oauth_grant_id is null;

-- Endpoints of narrowed makers keep the events that their scopes read.
with narrowed as (
  select w.store_env_id, w.id, w.events, coalesce(k.scopes, g.scopes) as scopes
    from webhook_endpoints w
    left join api_keys k on w.made_by = 'key' and k.id = w.maker_id
    left join oauth_grants g on w.made_by = 'connection' and g.id = w.maker_id
   where cardinality(coalesce(k.scopes, g.scopes)) > 0 and not coalesce(k.scopes, g.scopes) && '{read,write}'),
kinds (name, area, place) as (
  values ('review_request.sent', 'orders', 1), ('review_form.opened', 'orders', 2), ('review.created', 'reviews', 3),
         ('review.approved', 'reviews', 4), ('review.rejected', 'reviews', 5), ('review.marked_spam', 'reviews', 6),
         ('review.replied', 'reviews', 7), ('review.deleted', 'reviews', 8), ('gallery.lead_submitted', 'galleries', 9),
         ('loyalty.points_changed', 'loyalty', 10), ('loyalty.tier_changed', 'loyalty', 11),
         ('loyalty.referral_completed', 'loyalty', 12))
update webhook_endpoints w
   set events = array(select k.name from kinds k
                       where n.scopes && array[k.area || ':read', k.area || ':write']
                         and (n.events is null or k.name = any (n.events)) order by k.place)
  from narrowed n
 where w.store_env_id = n.store_env_id and w.id = n.id;

alter table oauth_grants force row level security;
alter table webhook_endpoints force row level security;

alter table webhook_endpoints drop column oauth_grant_id;

-- Whether the access stands that an endpoint was made with. Row-level security shows the caller's organization alone.
create function app.is_maker_active(made_by text, maker uuid, store uuid, at timestamptz) returns boolean
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case made_by
    when 'key' then exists (
      select from api_keys k where k.id = maker and (k.expires_at is null or k.expires_at > is_maker_active.at))
    when 'connection' then exists (
      select from oauth_grants g join memberships m on m.id = g.member_id and m.organization_id = g.organization_id and m.active
       where g.id = maker and store = any (g.stores))
    when 'partner' then exists (
      select from partner_grants g
       where g.id = maker and (g.expires_at is null or g.expires_at > is_maker_active.at) and (g.store_env_ids is null or store = any (g.store_env_ids)))
    when 'support' then exists (
      select from support_grants g where g.id = maker and g.ended_at is null and g.expires_at > is_maker_active.at)
    else true end
$$;
revoke all on function app.is_maker_active(text, uuid, uuid, timestamptz) from public;
grant execute on function app.is_maker_active(text, uuid, uuid, timestamptz) to evident_app;
