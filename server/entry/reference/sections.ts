import type { Section } from '../../reference/openapi.ts'

export const introduction = `All calls that the admin application and the widgets use. Start with the [quick start](/docs/quick-start). The [guides](/docs/guides) explain each task, [Errors](/docs/errors) each code.

Calls with a key send \`Authorization: Bearer evnt_…\`, and \`x-store-env-id\` for store operations. Each operation names the role and scope it needs. Lists are [paged](/docs/pagination). Times are ISO 8601 in UTC, amounts are decimal strings. New codes and response fields may follow: see [Versioning](/docs/versioning).

Machine-readable forms: [openapi.json](/api/v1/openapi.json), [openapi.yaml](/api/v1/openapi.yaml) and a [Postman collection](/api/v1/postman.json).`

export const sections: readonly Section[] = [
  {
    title: 'Store data',
    areas: {
      products: ['Products', 'Catalogue, identifiers, and the review feed for shopping search engines.'],
      categories: ['Categories', 'Product categories, read from the shop, pushed, or named by products.'],
      orders: ['Orders', 'Orders and their review requests.'],
      customers: ['Customers', 'People who ordered or wrote a review: activity, export and erasure.'],
      backups: ['Backups', 'Complete copies of a store: downloads, scheduled backups and restores.'],
    },
  },
  {
    title: 'Reviews',
    areas: {
      reviews: ['Reviews', 'Reviews: list, moderation, replies and export. Nothing is approved automatically.'],
      'review-inbox': ['Review inbox', 'Saved views, reply templates, internal notes and assignment.'],
      uploads: ['Uploads', 'Photos for new reviews and galleries.'],
      evidence: ['Evidence', 'Moderation policy, appeals, withheld reviews, and the signed ledger.'],
      imports: ['Imports', 'Files with reviews, balances, FAQs and products.'],
      events: ['Events', 'Log of review events.'],
    },
  },
  {
    title: 'Asking for reviews',
    areas: {
      email: ['E-mail', 'Review request settings, email templates, and the log of emails.'],
      'email-branding': ['E-mail branding', 'Look of emails to customers.'],
      'email-sequences': ['E-mail sequences', 'Automatic emails after events, step by step.'],
      'email-suppressions': ['E-mail suppressions', 'Addresses that get no emails, with reasons.'],
      'sending-domain': ['Sending domain', 'Emails from a domain of the store.'],
      connectors: ['Connectors', 'Connected shops, and email marketing providers that send review requests.'],
    },
  },
  {
    title: 'Loyalty',
    areas: {
      loyalty: ['Loyalty', 'Points, rewards, redemptions and referrals.'],
      'review-incentives': ['Incentives', 'Coupons or points for reviews, the same for every rating.'],
    },
  },
  {
    title: 'Questions and answers',
    areas: {
      faqs: ['FAQs', 'Published answers and questions of shoppers.'],
    },
  },
  {
    title: 'Showing reviews',
    areas: {
      storefront: ['Storefront', 'Calls for shop pages, allowed by the origin of the page, without a key.'],
      galleries: ['Galleries', 'Customer pictures that the store selected.'],
      'web-pages': ['Web pages', 'Pages of a store, hosted by us or embedded in the shop.'],
      placements: ['Placements', 'Positions and look of widgets on shop pages.'],
    },
  },
  {
    title: 'Insight',
    areas: {
      analytics: ['Analytics', 'Reports and open tasks.'],
    },
  },
  {
    title: 'Connecting systems',
    areas: {
      'outbound-webhooks': ['Outbound webhooks', 'Events sent to your own systems.'],
      webhooks: ['Inbound webhooks', 'Webhooks of the connected shop, and their processing.'],
    },
  },
  {
    title: 'Organization',
    areas: {
      account: ['Account', 'Stores, people and the audit log.'],
      orgs: ['Organization', 'Profile, sign-in settings and ownership.'],
      'api-keys': ['API keys', 'Keys for the API, managed by signed-in owners and admins.'],
      auth: ['Authentication', 'Sign-in, invitations and account recovery.'],
      billing: ['Billing', "Plans and the store's subscription."],
      features: ['Features', 'Features of the plan, and setup progress.'],
      affiliates: ['Affiliates', 'Commissions for referred organizations.'],
      partner: [
        'Partner access',
        'Access granted to other organizations, such as agencies, and access granted by them.',
      ],
      support: ['Support', 'Tickets to the operator, and temporary access for support.'],
    },
  },
  {
    title: 'Service',
    areas: {
      health: ['Health', 'State of the service and its database.'],
      'openapi.json': ['This document', 'OpenAPI document, for client generators.'],
      'openapi.yaml': ['This document as YAML', 'OpenAPI document as YAML.'],
      'postman.json': ['Postman collection', 'All calls with examples, for Postman and similar tools.'],
    },
  },
]
