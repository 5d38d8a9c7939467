do $$
declare name text;
begin
  foreach name in array array['products', 'product_variants', 'orders', 'order_line_items', 'review_requests', 'customers',
                              'reviews', 'review_photos', 'imports', 'import_rows', 'review_feeds', 'store_settings'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format($policy$create policy tenant on %I
      using (store_env_id = nullif(current_setting('app.store_env_id', true), '')::uuid)$policy$, name);
    execute format('grant select, insert, update, delete on %I to evident_app', name);
  end loop;
end $$;

create policy owner on review_feeds to current_user using (true);

create function app.find_review_feed(feed_token text)
returns table (store_env_id uuid, organization_id uuid, store_name text, origins text[],
               plan text, status text, trial_ends_at timestamptz, current_period_ends_at timestamptz, past_due_since timestamptz)
language sql stable security definer set search_path = pg_catalog, public as $$
  select f.store_env_id, s.organization_id, s.name, s.origins, b.plan, b.status, b.trial_ends_at, b.current_period_ends_at, b.past_due_since
    from review_feeds f
    join stores s on s.id = f.store_env_id
    join subscriptions b on b.store_env_id = f.store_env_id
   where f.token = feed_token
$$;
revoke all on function app.find_review_feed(text) from public;
grant execute on function app.find_review_feed(text) to evident_app;
