import type { Definition } from './definition.ts'
import { customer, products, store } from './sample.ts'

const product = { title: products[0]?.title, imageUrl: products[0]?.imageUrl }

export const reviewConfirmation: Definition = {
  name: 'review_confirmation',
  description: 'Asks whoever wrote a review on your pages to confirm that the address is theirs.',
  category: 'transactional',
  layout: 'confirmation',
  reason: 'claimed',
  sample: { store, customer, product, confirmUrl: 'https://reviews.example.com/confirm/sample' },
}

export const reviewReply: Definition = {
  name: 'review_reply',
  description: 'Tells a customer that you replied to their review.',
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

export const reviewReward: Definition = {
  name: 'review_reward',
  description: 'Brings a customer the code that they were offered for a review, whatever its rating.',
  category: 'transactional',
  layout: 'reward',
  reason: 'wrote',
  sample: {
    store,
    customer,
    reward: {
      code: 'THANKS-7Q2M',
      text: '10 % off your next order for your review',
      terms: 'Once per person, on orders from 30. Valid until the end of the year.',
    },
  },
}

export const faqAnswer: Definition = {
  name: 'faq_answer',
  description: 'Tells a shopper that their question was answered, once the answer can be read.',
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
