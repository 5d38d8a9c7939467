-- Migration: expands.
-- Corrections by authors. `correction` has the words that wait for the store's decision.
alter table reviews
  add column correction jsonb,
  -- Reason and times of the newest correction that the store did not accept. Null if there is none.
  add column correction_refused jsonb,
  add column corrected_at timestamptz(3);
