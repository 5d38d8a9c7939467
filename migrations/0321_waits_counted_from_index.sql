-- In which class a rank lies is known from counts alone, so that the lengths in each class are not read.
alter table analytics_waits drop constraint analytics_waits_pkey,
  add constraint analytics_waits_pkey primary key (store_env_id, days, first_day, act, class) include (count);
