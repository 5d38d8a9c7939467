-- The approved texts of a finished day, already cut into words: a row for each part of a day, the newest reviews first. A day whose row
-- stands is right, or is marked in analytics_changes, as its sums are.
create table analytics_words (
  store_env_id uuid not null,
  day date not null,
  part smallint not null,
  -- By which rules and lists of stop words they were cut. Those of another version are cut anew.
  version text not null,
  texts integer not null,
  -- Ratings and words as numbers, which is all that is counted.
  numbers bytea not null,
  -- What the words are, for those that are shown.
  dictionary text not null,
  primary key (store_env_id, day, part)
);
-- Numbers are read to be counted at once; squeezing them would cost each reader more than what it saves.
alter table analytics_words alter column numbers set storage external;

call app.fence('analytics_words');
