import type { AttentionItem } from '../../api/analytics.ts'
import { shownLocale } from '../../components/locale.ts'
import { formatAgo, formatDate, formatDay } from '../../components/values/dates.ts'

type Text = (item: AttentionItem) => string

const many =
  (one: string, several: string): Text =>
  ({ count, more }) =>
    count === 1 ? `1 ${one}` : `${more ? 'More than ' : ''}${count.toLocaleString(shownLocale)} ${several}`

/** The deadline is midnight UTC. Formatted in local time, it would be the day before in America. */
const endingDay = (dueAt: string | null) => (dueAt ? formatDate(dueAt.slice(0, 10)) : '–')

const nameEnding: Text = ({ id, dueAt }) =>
  id ? 'Webhook receivers: check the new signature' : `Your API calls use a feature that ends on ${endingDay(dueAt)}`

const titles: Record<AttentionItem['kind'], string | Text> = {
  subscription_lapsed: 'Renew the subscription',
  payment_overdue: 'A payment is overdue',
  trial_ending: 'The trial ends soon',
  subscription_ending: 'The subscription ends',
  mail_paused: 'Sending email is paused',
  domain_failing: 'The sending domain stopped working',
  shop_refused: 'Your shop no longer grants access',
  read_held: 'A sync of the shop waits for you',
  read_failed: 'The last sync of the shop failed',
  connection_refused: many('connection needs a new key', 'connections need a new key'),
  webhook_off: many('webhook was switched off', 'webhooks were switched off'),
  lead_webhook_off: many('webhook of a lead form is off', 'webhooks of lead forms are off'),
  pool_empty: many('incentive has no codes left', 'incentives have no codes left'),
  mail_server_missing: 'Connect a mail server',
  appeals_open: many('appeal to decide', 'appeals to decide'),
  reviews_pending: many('pending review', 'pending reviews'),
  reviews_reported: many('review was reported', 'reviews were reported'),
  reviews_unanswered: many('low rating has no answer', 'low ratings have no answer'),
  shop_reviews_pending: many('pending review of the shop', 'pending reviews of the shop'),
  shop_reviews_reported: many('review of the shop was reported', 'reviews of the shop were reported'),
  shop_reviews_unanswered: many('low rating of the shop has no answer', 'low ratings of the shop have no answer'),
  questions_pending: many('question to answer', 'questions to answer'),
  leads_new: many('new lead', 'new leads'),
  referrals_waiting: many('referral to review', 'referrals to review'),
  import_failed: 'The last import failed',
  mail_failed: many('email failed', 'emails failed'),
  webhook_failing: many('webhook gets errors', 'webhooks get errors'),
  shop_incomplete: 'Your shop’s connection lacks a permission or an event',
  domain_unverified: 'Verify your sending domain',
  pool_low: many('incentive is low on codes', 'incentives are low on codes'),
  feed_off: 'Switch the review feed on',
  feed_large: 'The review feed is large',
  feed_gaps: many('reviewed product has no GTIN', 'reviewed products have no GTIN'),
  deprecation_used: nameEnding,
  proxy_unknown: 'The operator has to register your proxy',
  shop_asks_too: 'WooCommerce can ask for reviews too',
}

const details: Partial<Record<AttentionItem['kind'], string>> = {
  subscription_lapsed: 'Until then you can only read and export.',
  domain_failing: 'Until it works again, emails come from our address.',
  shop_refused: 'No products and orders arrive.',
  read_held: 'Nothing is retired until you have checked the list.',
  webhook_off: 'The receiver refused the events, or failed for five days.',
  mail_server_missing: 'Until then, no email leaves the test mailbox.',
  pool_empty: 'New rewards wait for a code.',
  feed_large: 'Your Merchant Center account must list all parts.',
  feed_off: 'The review feed shows your stars in Google Shopping.',
  feed_gaps: 'Google Shopping may not show their stars.',
  domain_unverified: 'Recipients trust email from your own address more than from ours.',
  mail_failed: 'In the last seven days.',
  shop_asks_too: 'Turn its requests off, or customers get two emails.',
  proxy_unknown: 'Until then, all visitors behind it share one rate limit.',
}

export function formatTitle(item: AttentionItem): string {
  const title = titles[item.kind]
  return typeof title === 'string' ? title : title(item)
}

export function formatDetail({ kind, count, id, since, dueAt }: AttentionItem): string | undefined {
  if (kind === 'deprecation_used')
    return id
      ? `x-service-signature ends on ${endingDay(dueAt)}. Verify x-service-signature-v2 instead.`
      : 'The emails that owners get name the feature.'
  if (dueAt) return `${kind === 'appeals_open' && count > 1 ? 'The first is due' : 'Until'} ${formatDay(dueAt)}`
  if (details[kind]) return details[kind]
  if (since) return `${count > 1 ? 'The oldest: ' : ''}${formatAgo(since)}`
  return undefined
}
