-- Migration: expands concurrently.
-- Signed-in people find customers by the beginning of an address. Comparisons by bytes are leakproof, so row-level security lets them use
-- the index. Trusted functions must not read addresses, so no trigram index can serve a part from the middle.
create index concurrently customers_address_start_idx on customers (store_env_id, email text_pattern_ops);
