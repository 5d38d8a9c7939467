import type { LinkProps } from '@tanstack/react-router'
import type { AttentionItem } from '../../api/analytics.ts'

/** Leaves out imported reviews, which were answered elsewhere or are too old for a reply. */
const unanswered = { status: 'approved', imported: false, answered: false } as const

type Place = Pick<LinkProps, 'to' | 'params' | 'search'>

const guides: Partial<Record<AttentionItem['kind'], string>> = {
  proxy_unknown: '/docs/deploying#behind-a-proxy',
  mail_server_missing: '/docs/email-delivery#without-outgoing-mail',
  shop_asks_too: '/docs/connect-woocommerce#woocommerce-can-ask-for-reviews-too',
}

export const findGuide = ({ kind }: AttentionItem): string | undefined => guides[kind]

export function choosePlace(storeId: string, { kind, count, id }: AttentionItem): Place {
  const store = { params: { storeId } }
  const one = count === 1 && id !== null ? id : undefined
  switch (kind) {
    case 'subscription_lapsed':
    case 'payment_overdue':
    case 'trial_ending':
    case 'subscription_ending':
      return { to: '/stores/$storeId/settings/billing', ...store }
    case 'mail_paused':
      return { to: '/stores/$storeId/email/messages', ...store }
    case 'mail_failed':
      return { to: '/stores/$storeId/email/messages', ...store, search: { state: 'failed' } }
    case 'domain_failing':
    case 'domain_unverified':
      return { to: '/stores/$storeId/settings/sending-domain', ...store }
    case 'shop_refused':
    case 'shop_incomplete':
      return { to: '/stores/$storeId/settings/shop', ...store }
    case 'read_held':
    case 'read_failed':
      return id
        ? { to: '/stores/$storeId/settings/shop/reads/$syncId', params: { storeId, syncId: id } }
        : { to: '/stores/$storeId/settings/shop', ...store }
    case 'connection_refused':
      return one
        ? { to: '/stores/$storeId/settings/connections/$connectionId', params: { storeId, connectionId: one } }
        : { to: '/stores/$storeId/settings/connections', ...store }
    case 'deprecation_used':
    case 'webhook_off':
    case 'webhook_failing':
      return one
        ? { to: '/stores/$storeId/settings/webhooks/$webhookId', params: { storeId, webhookId: one } }
        : { to: '/stores/$storeId/settings/webhooks', ...store }
    case 'lead_webhook_off':
    case 'leads_new':
      return id
        ? {
            to: '/stores/$storeId/galleries/$galleryId',
            params: { storeId, galleryId: id },
            search: { view: kind === 'leads_new' ? 'leads' : 'form' },
          }
        : { to: '/stores/$storeId/galleries', ...store }
    case 'pool_empty':
    case 'pool_low':
      return { to: '/stores/$storeId/incentives', ...store }
    case 'appeals_open':
      return { to: '/stores/$storeId/moderation', ...store, search: { view: 'appeals' } }
    case 'reviews_pending':
      return { to: '/stores/$storeId/reviews', ...store }
    case 'reviews_reported':
      return { to: '/stores/$storeId/reviews', ...store, search: { status: 'all', reported: true } }
    case 'reviews_unanswered':
      // Opens the oldest review beside the list of unanswered reviews.
      return id
        ? { to: '/stores/$storeId/reviews/$reviewId', params: { storeId, reviewId: id }, search: unanswered }
        : { to: '/stores/$storeId/reviews', ...store, search: unanswered }
    case 'shop_reviews_pending':
      return { to: '/stores/$storeId/reviews', ...store, search: { subject: 'shop' } }
    case 'shop_reviews_reported':
      return { to: '/stores/$storeId/reviews', ...store, search: { subject: 'shop', status: 'all', reported: true } }
    case 'shop_reviews_unanswered':
      return { to: '/stores/$storeId/reviews', ...store, search: { subject: 'shop', ...unanswered } }
    case 'questions_pending':
      return { to: '/stores/$storeId/faqs', ...store, search: { view: 'questions' } }
    case 'referrals_waiting':
      return { to: '/stores/$storeId/loyalty/referrals', ...store }
    case 'import_failed':
      return id
        ? { to: '/stores/$storeId/imports/$importId', params: { storeId, importId: id } }
        : { to: '/stores/$storeId/imports', ...store }
    case 'feed_off':
    case 'feed_large':
      return { to: '/stores/$storeId/products/feed', ...store }
    case 'feed_gaps':
      return { to: '/stores/$storeId/products/identifiers', ...store }
    default:
      return { to: '/stores/$storeId', ...store }
  }
}
