-- An active subscription lapses as well fourteen days after its invoice was due, whether or not anybody has written that down:
-- what a partner may enter follows the same rule as the plan itself (resources/billing/rules.ts).
create or replace function app.partner_stores(person text, only_store uuid, at timestamptz, is_billed boolean)
returns table (store_env_id uuid, organization_id uuid, grant_id uuid, partner_id uuid, partner_name text, person_name text, role text)
language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select s.id, g.organization_id, g.id, g.partner_organization_id, o.name, coalesce(nullif(m.name, ''), m.email),
         case when array_position('{VIEWER,MEMBER,ADMIN,OWNER}'::text[], m.role) < array_position('{VIEWER,MEMBER,ADMIN,OWNER}'::text[], g.role)
              then m.role else g.role end
    from memberships m
    join partner_grants g on g.partner_organization_id = m.organization_id
    join organizations o on o.id = g.partner_organization_id
    join stores s on s.organization_id = g.organization_id and (g.store_env_ids is null or s.id = any (g.store_env_ids))
   where m.user_id = person and m.active and (only_store is null or s.id = only_store)
     and (g.expires_at is null or g.expires_at > partner_stores.at)
     and (not is_billed or exists (
       select from subscriptions b
        where b.organization_id = g.organization_id and b.plan = 'scale'
          and (b.status = 'active' and b.past_due_since is null
               or (b.status in ('active', 'past_due') and b.past_due_since > partner_stores.at - interval '14 days')
               or (b.status = 'cancelled' and b.current_period_ends_at > partner_stores.at))))
$$;
