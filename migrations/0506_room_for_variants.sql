-- A changed variant stays on its page when the page has room, and then no index of the table is written.
alter table product_variants set (fillfactor = 85);
