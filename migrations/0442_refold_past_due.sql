-- Earlier versions called an invoice owed that was marked paid at a time before it was issued. The next look of the clock folds the
-- events of these stores again; a store that is really past due stays so.
update subscriptions set next_step_at = now() where past_due_since is not null and next_step_at > now();
