-- Reports add up the arrays of products in SQL, so the packed copy goes.
alter table analytics_sums drop column products;
drop function app.packed_products(uuid[], integer[], integer[], integer[], integer[], integer[]);
