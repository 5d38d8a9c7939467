-- Migration: expands.
-- Moves of reviews to the product that the shop created again.
create table review_moves (
  store_env_id uuid not null,
  id uuid not null,
  from_product_id uuid not null,
  to_product_id uuid not null,
  status text not null constraint review_moves_status_known check (status in ('queued', 'running', 'completed', 'failed', 'undone')),
  moved integer not null,
  skipped integer not null,
  -- From here on, the run returns the reviews.
  undo_requested_at timestamptz(3),
  -- Position of the run: the last review that it read. The time is null during an undo, which follows the ids.
  at_submitted timestamptz(3),
  at_id uuid,
  lease_holder uuid,
  lease_until timestamptz(3),
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint review_moves_from_fk foreign key (store_env_id, from_product_id) references products on delete cascade,
  constraint review_moves_to_fk foreign key (store_env_id, to_product_id) references products on delete cascade
);
create index review_moves_newest_idx on review_moves (store_env_id, created_at desc, id desc);
-- One product's reviews move once at a time.
create unique index review_moves_one_of_product on review_moves (store_env_id, from_product_id) where status in ('queued', 'running');
call app.fence('review_moves');

-- Reviews that a move took along. An undo returns exactly these. Deleted when the time of the undo is over.
create table review_move_items (
  store_env_id uuid not null,
  move_id uuid not null,
  review_id uuid not null,
  primary key (store_env_id, move_id, review_id),
  constraint review_move_items_move_fk foreign key (store_env_id, move_id) references review_moves on delete cascade
);
call app.fence('review_move_items');
