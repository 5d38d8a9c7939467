-- What shoppers ask on the pages of a store. Who asked is never shown to shoppers.
create table faq_questions (
  store_env_id uuid not null,
  id uuid not null,
  question text not null,
  email text not null,
  name text,
  locale text,
  product_id uuid,
  status text not null constraint faq_questions_status_known check (status in ('pending', 'answered', 'rejected', 'spam')),
  -- The one that answers it.
  faq_id uuid,
  -- Whether the asker wants a mail once the answer can be read, and when it was handed to the mail queue.
  notify boolean not null,
  mailed_at timestamptz(3),
  -- Digest of who asked what, from where: the same sent again is the same question.
  key bytea not null,
  consented_at timestamptz(3) not null,
  answered_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint faq_questions_once unique (store_env_id, key),
  constraint faq_questions_product_fk foreign key (store_env_id, product_id) references products,
  constraint faq_questions_faq_fk foreign key (store_env_id, faq_id) references faqs
);
create index faq_questions_newest_idx on faq_questions (store_env_id, created_at desc, id desc);
create index faq_questions_status_idx on faq_questions (store_env_id, status, created_at desc, id desc);
create index faq_questions_email_idx on faq_questions (store_env_id, email);
create index faq_questions_product_idx on faq_questions (store_env_id, product_id) where product_id is not null;
create index faq_questions_faq_idx on faq_questions (store_env_id, faq_id) where faq_id is not null;

call app.fence('faq_questions');
