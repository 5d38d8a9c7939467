import type { Language } from './language.ts'

const greeting = '{% if customer.firstName %}Hi {{ customer.firstName }},{% else %}Hello,{% endif %}'

export const en: Language = {
  words: {
    bought: 'You are receiving this e-mail because you bought something from {store}.',
    customer: 'You are receiving this e-mail because you are a customer of {store}.',
    wrote: 'You are receiving this e-mail because you wrote a review at {store}.',
    claimed:
      'You are receiving this e-mail because a review was submitted at {store} with this address. If that was not you, do nothing: it will not be published as yours.',
    asked:
      'You are receiving this e-mail because you asked {store} a question with this address and wanted the answer by e-mail. You get no other e-mail about it.',
    wroteTo:
      'You are receiving this e-mail because somebody wrote to {store} with this address. If that was not you, do nothing: the message is deleted after seven days.',
    toldOf: "You are receiving this e-mail because a form of {store} sends its visitors' messages to this address.",
    purchase: 'your purchase',
    unsubscribe: 'Unsubscribe',
    preferences: 'E-mail preferences',
    hint: 'Choose your rating',
    rate: 'Rate {n} out of 5 stars',
    more: { one: 'and {n} more product from your order', other: 'and {n} more products from your order' },
    fallback: 'If the button does not work, open this address:',
    decisionReason: 'The reason',
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
      preheader: 'We would still like your opinion. Tap a star to start.',
      heading: 'We would still love to know',
      body: `${greeting}

A few days ago we asked how you like your order from {{ store.name }}. Perhaps it was not a good moment. If now is a better one, we would be glad to read what you think, whatever it is.`,
      button: 'Write a review',
    },
    review_confirmation: {
      subject: 'Please confirm your review at {{ store.name }}',
      preheader: 'Confirm with one click that the review is yours.',
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
    review_rejected: {
      subject: 'Your review was not published',
      preheader: '{{ store.name }} has looked at it. You can object.',
      heading: 'Your review was not published',
      body: `${greeting}

{{ store.name }} has read your review of {{ product.title }} and decided not to publish it. If you see it differently, you can object once, and it will be looked at again.`,
      button: 'Read the rules or object',
    },
    review_appeal: {
      subject:
        "{% if decision.outcome == 'overturned' %}Your review is published after all{% else %}About your objection{% endif %}",
      preheader: '{{ store.name }} has looked at your review again.',
      heading: 'We have looked again',
      body: `${greeting}

{{ store.name }} has looked at your review of {{ product.title }} again. {% if decision.outcome == 'overturned' %}You were right: it is published now.{% else %}The decision is unchanged: it stays unpublished.{% endif %}`,
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
      preheader: 'Thank you for your review. Here is the code we promised.',
      heading: 'Here is your code',
      body: `${greeting}

Thank you for your review at {{ store.name }}. This is the code we offered you for it; it does not depend on what you wrote.`,
      button: 'Visit {{ store.name }}',
    },
    lead_confirmation: {
      subject: 'Please confirm your message to {{ store.name }}',
      preheader: 'Confirm with one click, and we pass your message on.',
      heading: 'Did you write to us?',
      body: `Hello,

Somebody wrote to {{ store.name }} and gave this address. Please confirm that it was you. Only then do we get to read it.`,
      button: 'Yes, it was me',
    },
    lead_notice: {
      subject:
        '{% if count == 1 %}New message: {{ gallery.name }}{% else %}New messages ({{ count }}): {{ gallery.name }}{% endif %}',
      preheader: 'Sent by the form of your gallery.',
      heading: '{% if count == 1 %}You have a message{% else %}New messages: {{ count }}{% endif %}',
      body: 'This message was sent by the form of the gallery {{ gallery.name }}.{% if count == 1 %} If you reply to this e-mail, your answer goes to the sender.{% endif %}',
      button: 'Open the gallery',
    },
  },
}
