import type { SequenceBody } from '../../api/mail/sequences.ts'
import type { IconName } from '../../components/Icon.tsx'

const greeting = '{% if customer.firstName %}Hi {{ customer.firstName }},{% else %}Hello,{% endif %}'

export type Blueprint = { title: string; text: string; icon: IconName; body: Omit<SequenceBody, 'name'> }

export const blueprints: readonly Blueprint[] = [
  {
    title: 'Thank you',
    icon: 'gift',
    text: 'Thanks the customer an hour after their first order.',
    body: {
      trigger: { event: 'order.placed', filter: { firstOrder: true } },
      steps: [
        { type: 'wait', hours: 1 },
        {
          type: 'mail',
          subject: 'Thank you for your first order',
          heading: 'Welcome to {{ store.name }}',
          body: `${greeting}\n\nthank you for your order {{ order.number }}. We are a small team, and every order matters to us. If anything is not as it should be, just answer this email.`,
          button: { label: 'Visit {{ store.name }}', url: '{{ store.url }}' },
        },
      ],
    },
  },
  {
    title: 'How to, after delivery',
    icon: 'box',
    text: 'Sends tips two days after the delivery.',
    body: {
      trigger: { event: 'order.delivered' },
      steps: [
        { type: 'wait', days: 2 },
        {
          type: 'mail',
          subject: 'Getting started with {{ products[0].title }}',
          heading: 'Three tips to get started',
          body: `${greeting}\n\nby now you have had a first look at what you bought. Here is what helps most in the beginning:\n\n<ul><li>First tip</li><li>Second tip</li><li>Third tip</li></ul>`,
        },
      ],
      exitOn: ['order.refunded'],
    },
  },
  {
    title: 'Win back',
    icon: 'rotate',
    text: 'Invites customers back after 60 days without an order, and once more two weeks later.',
    body: {
      trigger: { event: 'order.placed' },
      steps: [
        { type: 'wait', days: 60 },
        {
          type: 'mail',
          subject: 'It has been a while',
          heading: 'New at {{ store.name }}',
          body: `${greeting}\n\nit has been two months since your last order. Much has come in since then; have a look.`,
          button: { label: 'See what is new', url: '{{ store.url }}' },
        },
        { type: 'wait', days: 14 },
        {
          type: 'mail',
          subject: 'Still thinking of you',
          heading: null,
          body: `${greeting}\n\nwe would be glad to see you again. This is our last email about it.`,
          button: { label: 'Visit {{ store.name }}', url: '{{ store.url }}' },
        },
      ],
      exitOn: ['order.placed'],
      goal: ['order.placed'],
    },
  },
  {
    title: 'Thanks for a review',
    icon: 'star',
    text: 'Sent when a review is approved.',
    body: {
      trigger: { event: 'review.approved' },
      steps: [
        {
          type: 'mail',
          subject: 'Your review is online',
          heading: 'Thank you for your review',
          body: `${greeting}\n\nyour review of {{ products[0].title }} can be read now. It helps everybody who is still deciding.`,
        },
      ],
    },
  },
]

export const empty: Blueprint = {
  title: 'From scratch',
  icon: 'pencil',
  text: 'Starts with one email after an order. Add the rest yourself.',
  body: {
    trigger: { event: 'order.placed' },
    steps: [{ type: 'mail', subject: 'Thank you', heading: null, body: greeting, button: null }],
  },
}
