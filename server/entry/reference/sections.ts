// How the reference is ordered for a reader: by what one wants to do, not by which area was built first.
import type { Section } from '../../reference/openapi.ts'

export const introduction = `Everything that the admin application and the widgets do, as calls. Start with the [quick start](/docs/quick-start); the [guides](/docs/guides) explain each job, and [Errors](/docs/errors) every code.

Calls with a key send \`Authorization: Bearer evnt_…\` and, where they are about one store, \`x-store-env-id\`. Each operation says which role and which scope it needs. Lists are [paged](/docs/pagination); the codes of a status can grow, and so can fields of an answer: see [Versioning](/docs/versioning).

This document for programs: [openapi.json](/api/v1/openapi.json), [openapi.yaml](/api/v1/openapi.yaml), and as a [Postman collection](/api/v1/postman.json).`

export const sections: readonly Section[] = [
  {
    title: 'Store data',
    areas: {
      products: [
        'Products',
        'The catalogue as you push it, its identifiers, and the feed for shopping search engines.',
      ],
      categories: ['Categories', 'What products are sorted into: read from the shop, pushed, or named by products.'],
      orders: ['Orders', 'Orders as you push them, and the review request of each.'],
      customers: ['Customers', 'Whoever ordered or wrote: activity, export and erasure.'],
      backups: ['Backups', 'A store, whole, as one file: streamed, kept, made by itself, and restored.'],
    },
  },
  {
    title: 'Reviews',
    areas: {
      reviews: ['Reviews', 'Read, moderate, answer, bring in and export. Nothing is approved by itself.'],
      uploads: ['Uploads', 'Photos for reviews that are about to be written.'],
      evidence: ['Evidence', 'By which rules reviews are decided, how much is withheld, and why.'],
      imports: ['Imports', 'Files of reviews from other platforms.'],
      events: ['Events', 'The log of what happened to reviews.'],
    },
  },
  {
    title: 'Asking for reviews',
    areas: {
      email: ['E-mail', 'How buyers are asked, the words of each mail, and the log of what was sent.'],
      'email-branding': ['E-mail branding', 'How mail to customers looks.'],
      'email-sequences': ['E-mail sequences', 'Mails that follow what a customer did, step by step.'],
      'email-suppressions': ['E-mail suppressions', 'Who gets no mail, and why.'],
      'sending-domain': ['Sending domain', 'Mail from a domain of the store.'],
      connectors: ['Connectors', 'E-mail marketing providers that send the requests instead.'],
    },
  },
  {
    title: 'Loyalty',
    areas: {
      loyalty: ['Loyalty', 'Points of orders, what they are spent on, and who recommended whom.'],
      'review-incentives': ['Incentives', 'A coupon or points for a review, the same for every rating.'],
    },
  },
  {
    title: 'Questions and answers',
    areas: {
      faqs: ['FAQs', 'What a store answers once for everybody, and what shoppers ask.'],
    },
  },
  {
    title: 'Showing reviews',
    areas: {
      storefront: ['Storefront', 'For pages of a shop: no key, allowed by the origin of the page.'],
      galleries: ['Galleries', 'Pictures of customers that a store has chosen to show.'],
      'web-pages': ['Web pages', 'Pages of a store that we serve, or that it puts into its own.'],
      placements: ['Placements', 'Where widgets stand on the pages of a shop, and how they look.'],
    },
  },
  {
    title: 'Insight',
    areas: {
      analytics: ['Analytics', 'What came in, what became of it, and what needs somebody.'],
    },
  },
  {
    title: 'Connecting systems',
    areas: {
      'outbound-webhooks': ['Outbound webhooks', 'Your own system, told of every change.'],
      webhooks: ['Inbound webhooks', 'What the connected shop has sent, and what became of it.'],
    },
  },
  {
    title: 'Organization',
    areas: {
      account: ['Account', 'Stores, people and the audit log.'],
      orgs: ['Organization', 'Its profile, what its people need to sign in, and who owns it.'],
      'api-keys': ['API keys', 'Made and revoked by signed-in owners and admins.'],
      auth: ['Authentication', 'How a person signs in, is invited, and finds back in.'],
      billing: ['Billing', "Plans, and the store's subscription."],
      features: ['Features', 'What the store can use, and how far it is set up.'],
      affiliates: ['Affiliates', 'What you earn by bringing others.'],
      partner: [
        'Partner access',
        'Other organizations, such as agencies, that work in your stores, and those you work for.',
      ],
      support: ['Support', 'Questions to whoever runs the service, and access for them while they look into it.'],
    },
  },
  {
    title: 'Service',
    areas: {
      health: ['Health', 'Whether the service and its database answer.'],
      'openapi.json': ['This document', 'The reference as data, for generators of clients.'],
      'openapi.yaml': ['This document as YAML', 'The same, for tools and people that read YAML.'],
      'postman.json': ['Postman collection', 'Every call with an example, to be imported into Postman and its like.'],
    },
  },
]
