-- Points for a review: what the programme gives for one, and a grant and a line of the journal of a kind of their own.
alter table loyalty_programs add column review_points bigint not null default 0;
alter table loyalty_grants drop constraint loyalty_grants_kind_known;
alter table loyalty_grants add constraint loyalty_grants_kind_known
  check (kind in ('manual', 'birthday', 'referral', 'import', 'review'));
alter table loyalty_journal drop constraint loyalty_journal_kind_known;
alter table loyalty_journal add constraint loyalty_journal_kind_known
  check (kind in ('order', 'grant', 'birthday', 'referral', 'import', 'review', 'redemption', 'reversal', 'expiry', 'program'));
