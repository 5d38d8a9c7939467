-- What is written in a currency is shown with its sign, which other words than a currency's code have none of.
alter table loyalty_rates add constraint loyalty_rates_currency_is_a_code check (currency ~ '^[A-Z]{3}$');
