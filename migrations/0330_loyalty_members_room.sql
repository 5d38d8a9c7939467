-- A member's row is written anew with each change of the balance. With room for the new one beside the old, none of its indexes has to be
-- touched where nothing changes that they hold.
alter table loyalty_members set (fillfactor = 80);
