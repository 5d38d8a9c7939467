-- How a store's mail looks. A store that never chose has no row.
create table email_branding (
  store_env_id uuid not null,
  id uuid not null,
  sender_name text,
  logo_url text,
  logo_width integer not null,
  primary_color text not null,
  background_color text not null,
  surface_color text not null,
  text_color text not null,
  button_color text not null,
  font_family text not null,
  corners text not null constraint email_branding_corners_known check (corners in ('square', 'rounded', 'pill')),
  footer_address text,
  footer_text text,
  -- In which language those are written to whose own is not spoken here.
  default_locale text not null,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint email_branding_once unique (store_env_id)
);

-- A merchant's own words for one mail in one language. What is null stays as the service has it.
create table email_templates (
  store_env_id uuid not null,
  id uuid not null,
  name text not null,
  locale text not null,
  -- Another with every change: processes keep what they have read by it.
  version uuid not null,
  subject text,
  preheader text,
  heading text,
  body text,
  button text,
  mjml text,
  -- What `mjml` was compiled to when it was saved, and the text part read from it.
  compiled_html text,
  compiled_text text,
  updated_at timestamptz(3) not null,
  primary key (store_env_id, id),
  constraint email_templates_once unique (store_env_id, name, locale),
  constraint email_templates_compiled check ((mjml is null) = (compiled_html is null) and (mjml is null) = (compiled_text is null))
);

call app.fence('email_branding', 'email_templates');
