import type { Definition } from './definition.ts'
import { customer, products, store } from './sample.ts'

const product = { title: products[0]?.title, imageUrl: products[0]?.imageUrl }

export const reviewConfirmation: Definition<'review_confirmation'> = {
  name: 'review_confirmation',
  description: 'Asks the author of a review on your pages to confirm their address.',
  category: 'transactional',
  layout: 'confirmation',
  reason: 'claimed',
  sample: { store, customer, product, confirmUrl: 'https://reviews.example.com/confirm/sample' },
}

export const reviewReceipt: Definition<'review_receipt'> = {
  name: 'review_receipt',
  description: 'Gives the author a link to their review, where they can correct or withdraw it.',
  category: 'transactional',
  layout: 'receipt',
  reason: 'wrote',
  sample: { store, customer, product, receiptUrl: 'https://reviews.example.com/w/sample' },
}

export const reviewBuyersOnly: Definition<'review_buyers_only'> = {
  name: 'review_buyers_only',
  description: 'Notifies a visitor that only buyers can review, and that their review was not stored.',
  category: 'transactional',
  layout: 'receipt',
  reason: 'claimed',
  // Stored for a shorter time than other mails, because the person has no relation to the store.
  keptDays: 30,
  sample: { store, product, receiptUrl: '' },
}

export const reviewReply: Definition<'review_reply'> = {
  name: 'review_reply',
  description: 'Notifies a customer that you replied to their review.',
  category: 'transactional',
  layout: 'reply',
  reason: 'wrote',
  sample: {
    store,
    customer,
    product,
    review: {
      title: 'Daily companion',
      body: 'Keeps tea hot for an hour. The lid could sit a little tighter.',
      rating: 4,
    },
    reply: {
      body: 'Thank you, Anna! We have passed the remark about the lid on to the workshop. The next series gets a deeper rim.',
      authorName: 'Mara from Larkmoor',
    },
  },
}

export const reviewRejected: Definition<'review_rejected'> = {
  name: 'review_rejected',
  description: 'Notifies a customer that their review was rejected, with the reason and a link to appeal.',
  category: 'transactional',
  layout: 'decision',
  reason: 'wrote',
  sample: {
    store,
    customer,
    product,
    decision: { outcome: 'rejected', reason: 'It gives away names, addresses or other details of people.', note: '' },
    appealUrl: 'https://reviews.example.com/a/sample',
  },
}

export const reviewAppeal: Definition<'review_appeal'> = {
  name: 'review_appeal',
  description: 'Notifies a customer of your decision on their appeal.',
  category: 'transactional',
  layout: 'decision',
  reason: 'wrote',
  sample: {
    store,
    customer,
    product,
    decision: {
      outcome: 'overturned',
      reason: '',
      note: 'Thank you for explaining. The name in your review is that of the colour, and we had taken it for a person.',
    },
    appealUrl: '',
  },
}

export const reviewReward: Definition<'review_reward'> = {
  name: 'review_reward',
  description: 'Sends a customer the code they were offered for a review of any rating.',
  category: 'transactional',
  layout: 'reward',
  reason: 'wrote',
  sample: {
    store,
    customer,
    reward: {
      code: 'THANKS-7Q2M',
      text: '10% off your next order for your review',
      terms: 'Once per person, on orders from 30. Valid until the end of the year.',
    },
  },
}

export const faqAnswer: Definition<'faq_answer'> = {
  name: 'faq_answer',
  description: 'Notifies a shopper that the answer to their question is public.',
  category: 'transactional',
  layout: 'answer',
  reason: 'asked',
  sample: {
    store,
    customer,
    question: { asked: 'can i put the kettle on an induction hob??' },
    answer: {
      question: 'Does the kettle work on an induction hob?',
      body: 'Yes. Its base is steel, so it works on induction, gas and electric hobs alike.',
    },
  },
}
