-- Whether the text of a claimed message may have left this service. A claim sets it to false, the process that has a connection
-- sets it to true right before the first byte. True by default: processes of the version before claim without it.
alter table email_messages add column data_begun boolean not null default true;
