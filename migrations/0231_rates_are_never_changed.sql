-- A version of a programme's rate says what orders of its time earned: it is never changed, not even by the service's own role. A change
-- of the rate is a further version.
revoke update on loyalty_rates from evident_app;
