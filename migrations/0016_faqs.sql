-- A store's questions and answers, in its own order.
create table faqs (
  store_env_id uuid not null,
  id uuid not null,
  question text not null,
  -- Markdown.
  answer text not null,
  group_name text,
  status text not null constraint faqs_status_known check (status in ('draft', 'published')),
  position integer not null,
  -- Language of the three texts above. Null if unknown.
  locale text,
  -- Translations by language tag.
  translations jsonb not null,
  -- True for the whole shop. A column, because a FAQ whose products and categories are all deleted must show nowhere.
  is_general boolean not null,
  published_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Digest of question, language and position in the imported file. The same row updates the same FAQ.
  import_key bytea,
  primary key (store_env_id, id),
  constraint faqs_import_once unique (store_env_id, import_key)
);
create index faqs_position_idx on faqs (store_env_id, position, id);
call app.fence('faqs');

create table faq_products (
  store_env_id uuid not null,
  faq_id uuid not null,
  product_id uuid not null,
  primary key (store_env_id, faq_id, product_id),
  constraint faq_products_faq_fk foreign key (store_env_id, faq_id) references faqs on delete cascade,
  constraint faq_products_product_fk foreign key (store_env_id, product_id) references products on delete cascade
);
create index faq_products_product_idx on faq_products (store_env_id, product_id, faq_id);
call app.fence('faq_products');

create table faq_categories (
  store_env_id uuid not null,
  faq_id uuid not null,
  category_id uuid not null,
  primary key (store_env_id, faq_id, category_id),
  constraint faq_categories_faq_fk foreign key (store_env_id, faq_id) references faqs on delete cascade,
  constraint faq_categories_category_fk foreign key (store_env_id, category_id) references categories on delete cascade
);
create index faq_categories_category_idx on faq_categories (store_env_id, category_id, faq_id);
call app.fence('faq_categories');

-- Questions of shoppers. Their authors are never public.
create table faq_questions (
  store_env_id uuid not null,
  id uuid not null,
  question text not null,
  email text not null,
  name text,
  locale text,
  product_id uuid,
  status text not null constraint faq_questions_status_known check (status in ('pending', 'answered', 'rejected', 'spam')),
  -- The FAQ that answers it.
  faq_id uuid,
  -- True if the author wants a mail about the answer, and when it was queued.
  notify boolean not null,
  mailed_at timestamptz(3),
  -- Digest of author, question and page: a repeat is the same question.
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
