-- What a deployment knows of its own keys. Owner's tables: no role of the service reads them.

-- The login roles made for this database, so that those of an earlier SECRET_KEY can be told from another deployment's on the
-- same cluster. With the database's oid: in a copy the rows speak of the original.
create table app.login_roles (
  role_name text not null,
  database_oid oid not null,
  made_at timestamptz(3) not null default now(),
  primary key (role_name, database_oid)
);

-- Made before they were written down: certainly of this database only where it is the only one of its cluster.
insert into app.login_roles (role_name, database_oid)
select r.rolname, d.oid from pg_roles r, pg_database d
 where r.rolname ~ '^evident_(app|system|auth|worker)_[0-9a-f]{10}$' and d.datname = current_database()
   and (select count(*) from pg_database other where not other.datistemplate and other.datname <> 'postgres') = 1;

-- The key of keyed digests and of links in mails, sealed with SECRET_KEY: these stay as they are when SECRET_KEY is rotated.
create table app.token_key (
  only_one boolean primary key default true check (only_one),
  sealed bytea not null
);
