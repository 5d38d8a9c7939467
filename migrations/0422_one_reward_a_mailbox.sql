-- One mailbox however it is spelled: lower case, no tag behind a plus, and no dots where the provider ignores them.
create function app.canonical_email(email text) returns text
language sql immutable strict parallel safe set search_path = pg_catalog, pg_temp as $$
  select case when s.domain in ('gmail.com', 'googlemail.com') then replace(s.mailbox, '.', '') || '@gmail.com'
              else s.mailbox || '@' || s.domain end
    from (select coalesce(nullif(split_part(p.local, '+', 1), ''), p.local) as mailbox, p.domain
            from (select lower(regexp_replace(email, '@[^@]*$', '')) as local,
                         lower(substring(email from '[^@]*$')) as domain) p) s
$$;
revoke all on function app.canonical_email(text) from public;
grant execute on function app.canonical_email(text) to evident_app, evident_system;

create index review_rewards_mailbox_idx on review_rewards (store_env_id, product_id, app.canonical_email(email))
  where state in ('waiting', 'given');
