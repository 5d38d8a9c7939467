import type { Language } from './language.ts'

const greeting = '{% if customer.firstName %}Hi {{ customer.firstName }},{% else %}Hello,{% endif %}'

export const en: Language = {
  words: {
    bought: 'You are receiving this e-mail because you bought something from {store}.',
    wrote: 'You are receiving this e-mail because you wrote a review at {store}.',
    claimed:
      'You are receiving this e-mail because a review was submitted at {store} with this address. If that was not you, do nothing: it will not be published as yours.',
    asked:
      'You are receiving this e-mail because you asked {store} a question with this address, and wanted to be told of the answer. It is the only one about it.',
    purchase: 'your purchase',
    unsubscribe: 'Unsubscribe',
    preferences: 'E-mail preferences',
    hint: 'Choose your rating',
    rate: 'Rate {n} out of 5 stars',
    more: { one: 'and {n} more product from your order', other: 'and {n} more products from your order' },
    fallback: 'If the button does not work, open this address:',
    yourReview: 'Your review',
    yourQuestion: 'Your question',
    rated: '{n} out of 5 stars',
    test: 'Test',
  },
  templates: {
    review_request: {
      subject:
        '{% if products.size == 1 %}What do you think of {{ products[0].title | truncate: 60 }}?{% else %}What do you think of your order from {{ store.name }}?{% endif %}',
      preheader: 'Tap a star. It takes a minute, and it helps others decide.',
      heading: 'How do you like it?',
      body: `${greeting}

Thank you for your order from {{ store.name }}. You have had some time with it now. Would you tell us how it turned out? Praise or criticism, an honest word helps us, and everyone who is still deciding.`,
      button: 'Write a review',
    },
    review_reminder: {
      subject:
        '{% if products.size == 1 %}A minute for {{ products[0].title | truncate: 60 }}?{% else %}A minute for your order from {{ store.name }}?{% endif %}',
      preheader: 'Your opinion is still missing. One tap on a star is a start.',
      heading: 'We would still love to know',
      body: `${greeting}

A few days ago we asked how you like your order from {{ store.name }}. Perhaps it was not a good moment. If now is a better one, we would be glad to read what you think, whatever it is.`,
      button: 'Write a review',
    },
    review_confirmation: {
      subject: 'Please confirm your review at {{ store.name }}',
      preheader: 'One click, and we know that the review is yours.',
      heading: 'Is this review yours?',
      body: `${greeting}

Thank you for your review at {{ store.name }}. Please confirm that it was you who wrote it. That way nobody can write in your name.`,
      button: 'Confirm my review',
    },
    review_reply: {
      subject: '{{ store.name }} replied to your review',
      preheader: '{{ reply.body | squish | truncate: 100 }}',
      heading: 'You have a reply',
      body: `${greeting}

{{ store.name }} has replied to your review of {{ product.title }}.`,
      button: 'Visit {{ store.name }}',
    },
    faq_answer: {
      subject: '{{ store.name }} answered your question',
      preheader: '{{ answer.body | squish | truncate: 100 }}',
      heading: 'You have an answer',
      body: `${greeting}

{{ store.name }} has answered what you asked.`,
      button: 'Visit {{ store.name }}',
    },
    review_reward: {
      subject: 'Your code from {{ store.name }}',
      preheader: 'Thank you for your review. Here is what we promised.',
      heading: 'Here is your code',
      body: `${greeting}

Thank you for your review at {{ store.name }}. This is the code we offered you for it; it does not depend on what you wrote.`,
      button: 'Visit {{ store.name }}',
    },
  },
}
