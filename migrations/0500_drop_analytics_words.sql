-- Themes are counted from the texts of reviews, so the tokenised copies go.
drop table analytics_words;
