-- A restore writes an id beside each row that comes back, in the transaction that holds its import: looking that import up once more for
-- every one of them was a tenth of the restore. Nothing deletes an import but the removal of its store, which takes these along.
alter table restored_ids drop constraint restored_ids_import_fk;
