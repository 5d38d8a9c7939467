-- The password is chosen behind the link. No new row has `password_hash`: anybody can sign up with any address, and the processes of
-- the release before are the last to write it. `chosen_hash` comes from the owner of the mailbox.
alter table sign_ups alter column password_hash drop not null;
alter table sign_ups add column chosen_hash text;
-- A newer sign-up of an address ends the older ones.
grant update on sign_ups to evident_system;
