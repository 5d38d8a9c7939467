-- After SECRET_KEY has changed, what was sealed with the former one must not be left for whoever holds it.
grant update on idempotency_keys to evident_system;
