-- Reviews of an archive that no signed ledger proves: the ledger of this store gives them the method `none`.
alter table reviews add column is_unproven boolean not null default false;
