import type { Definition } from './definition.ts'
import { customer, products, store } from './sample.ts'

const sample = {
  store,
  customer,
  order: { number: '1042', placedAt: '2026-11-07T09:30:00.000Z' },
  incentive: {
    text: '10% off your next order for your review',
    terms: 'For praise and criticism alike, once per person.',
  },
  products,
  formUrl: 'https://reviews.example.com/f/sample',
  unsubscribeUrl: 'https://reviews.example.com/unsubscribe/sample',
  preferencesUrl: '',
}

export const reviewRequest: Definition<'review_request'> = {
  name: 'review_request',
  description: 'Asks a customer for a review of what they bought.',
  category: 'review_requests',
  layout: 'request',
  reason: 'bought',
  sample,
}

export const reviewReminder: Definition<'review_reminder'> = {
  name: 'review_reminder',
  description: 'Reminds customers who did not open the form.',
  category: 'review_requests',
  layout: 'request',
  reason: 'bought',
  sample,
}
