-- Whether whoever accepts has proven the address of the invitation: its link left by mail alone, for that mailbox.
alter table invitations add column proves_address boolean not null default false;

-- Until now whoever invited saw the link too, so nobody's address has ever been proven.
update auth."user" set "emailVerified" = false;
