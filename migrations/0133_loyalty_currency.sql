-- In which currency a rate counts. Null: whatever an order is paid in, as it was until now.
alter table loyalty_rates add column currency text;
