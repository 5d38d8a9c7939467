-- The subscription was cancelled since its organization is to be deleted, and not by a wish of its own: undone, it goes on.
alter table subscriptions add column ends_with_organization boolean not null default false;

-- Numbered invoices have to be kept, whoever they were for: the whole row as it stood when its store was removed.
alter table invoice_register add column kept jsonb;
