-- Placements take every widget that can be placed.
alter table placements
  drop constraint placements_widget_known,
  add constraint placements_widget_known check (widget in (
    'reviews', 'stars', 'review_form', 'gallery', 'faq', 'loyalty', 'carousel', 'badge', 'tab', 'photos'));
