// The order of this list is also the order in which a person is erased: mails before their orders, and orders before
// their reviews. Webhooks come last, so that the counter that numbers events is locked for the shortest time.

import { type Area, composeAreas } from '#platform/areas/area.ts'
import idempotencyJobs from '#platform/jobs/expired-repeats.ts'
import schedule from '#platform/jobs/schedule.ts'
import account from '#resources/account/area.ts'
import affiliates from '#resources/affiliates/area.ts'
import agents from '#resources/agents/area.ts'
import analytics from '#resources/analytics/area.ts'
import apiKeys from '#resources/api-keys/area.ts'
import assessments from '#resources/assessments/area.ts'
import backups from '#resources/backups/area.ts'
import billing from '#resources/billing/area.ts'
import { manualPayments } from '#resources/billing/manual/payments.ts'
import { stripePayments } from '#resources/billing/stripe/area.ts'
import categories from '#resources/categories/area.ts'
import connectors from '#resources/connectors/area.ts'
import customers from '#resources/customers/area.ts'
import destinations from '#resources/destinations/area.ts'
import digests from '#resources/digests/area.ts'
import email from '#resources/email/area.ts'
import emailBranding from '#resources/email-branding/area.ts'
import emailSequences from '#resources/email-sequences/area.ts'
import suppressions from '#resources/email-suppressions/area.ts'
import erasure from '#resources/erasure/area.ts'
import events from '#resources/events/area.ts'
import evidence from '#resources/evidence/area.ts'
import faqs from '#resources/faqs/area.ts'
import features from '#resources/features/area.ts'
import galleries from '#resources/galleries/area.ts'
import health from '#resources/health/area.ts'
import imports from '#resources/imports/area.ts'
import loyalty from '#resources/loyalty/area.ts'
import oauth from '#resources/oauth/area.ts'
import orders from '#resources/orders/area.ts'
import orgs from '#resources/orgs/area.ts'
import outboundWebhooks from '#resources/outbound-webhooks/area.ts'
import partner from '#resources/partner/area.ts'
import placements from '#resources/placements/area.ts'
import products from '#resources/products/area.ts'
import providerFacts from '#resources/provider-facts/area.ts'
import receipts from '#resources/receipts/area.ts'
import reviewIncentives from '#resources/review-incentives/area.ts'
import reviewRequests from '#resources/review-requests/area.ts'
import reviews from '#resources/reviews/area.ts'
import sendingDomain from '#resources/sending-domain/area.ts'
import sharedReviews from '#resources/shared-reviews/area.ts'
import signals from '#resources/signals/area.ts'
import storefront from '#resources/storefront/area.ts'
import support from '#resources/support/area.ts'
import translations from '#resources/translations/area.ts'
import uploads from '#resources/uploads/area.ts'
import webPages from '#resources/web-pages/area.ts'
import webhooks from '#resources/webhooks/area.ts'
import witnesses from '#resources/witnesses/area.ts'

export const servedAreas: readonly Area[] = [
  account,
  orgs,
  apiKeys,
  oauth,
  billing([manualPayments, stripePayments]),
  connectors,
  webhooks,
  email,
  emailBranding,
  suppressions,
  sendingDomain,
  events,
  features,
  health,
  affiliates,
  partner,
  support,
  imports,
  orders,
  reviewRequests,
  products,
  categories,
  reviews,
  signals,
  sharedReviews,
  uploads,
  storefront,
  faqs,
  galleries,
  placements,
  webPages,
  customers,
  translations,
  digests,
  reviewIncentives,
  loyalty,
  providerFacts,
  emailSequences,
  analytics,
  erasure,
  backups,
  evidence,
  witnesses,
  receipts,
  assessments,
  agents,
  destinations,
  outboundWebhooks,
]

const comingAreas: readonly Area[] = []

export const areas = composeAreas(servedAreas, comingAreas)

export const { operations, sealed: sealedColumns } = areas
export const jobs = [...schedule, ...idempotencyJobs, ...areas.jobs]
