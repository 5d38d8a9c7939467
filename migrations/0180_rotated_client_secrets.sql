-- The secret before the present one holds for a while, so that a program that runs can be given the new one.
alter table oauth_clients
  add column previous_secret_digest bytea,
  add column previous_secret_until timestamptz(3),
  add constraint oauth_clients_previous_secret_ends
    check ((previous_secret_digest is null) = (previous_secret_until is null));
