import type { AttentionItem } from '../../api/analytics.ts'
import { shownLocale } from '../../components/locale.ts'
import { formatAgo, formatDay } from '../../components/values/dates.ts'

type Text = (item: AttentionItem) => string

const many =
  (one: string, several: string): Text =>
  ({ count, more }) =>
    count === 1 ? `1 ${one}` : `${more ? 'More than ' : ''}${count.toLocaleString(shownLocale)} ${several}`

const titles: Record<AttentionItem['kind'], string | Text> = {
  subscription_lapsed: 'Renew the subscription',
  payment_overdue: 'A payment is overdue',
  trial_ending: 'The trial ends soon',
  subscription_ending: 'The subscription ends',
  mail_paused: 'Sending mail is paused',
  domain_failing: 'The sending domain has stopped working',
  shop_refused: 'Your shop no longer grants Evident access',
  read_held: 'A read of the shop waits for your confirmation',
  read_failed: 'The last read of the shop failed',
  connection_refused: many('connection needs a new key', 'connections need a new key'),
  webhook_off: many('webhook was switched off', 'webhooks were switched off'),
  lead_webhook_off: many('webhook of a lead form was switched off', 'webhooks of lead forms were switched off'),
  pool_empty: many('incentive has no codes left', 'incentives have no codes left'),
  appeals_open: many('appeal to decide', 'appeals to decide'),
  reviews_pending: many('review waits for a decision', 'reviews wait for a decision'),
  reviews_reported: many('review was reported', 'reviews were reported'),
  reviews_unanswered: many('low rating has no answer', 'low ratings have no answer'),
  questions_pending: many('question to answer', 'questions to answer'),
  leads_new: many('new lead', 'new leads'),
  referrals_waiting: many('referral to look at', 'referrals to look at'),
  import_failed: 'The last import failed',
  mail_failed: many('mail failed', 'mails failed'),
  webhook_failing: many('webhook gets no good answer', 'webhooks get no good answer'),
  shop_incomplete: 'The connection to your shop lacks something',
  domain_unverified: 'Verify your sending domain',
  pool_low: many('incentive is low on codes', 'incentives are low on codes'),
  feed_off: 'Switch the review feed on',
  feed_large: 'The review feed is large',
  feed_gaps: many('reviewed product has no GTIN', 'reviewed products have no GTIN'),
  deprecation_used: 'Something you use will stop working',
  proxy_unknown: 'The operator has to register your proxy',
  shop_asks_too: 'WooCommerce can ask for reviews too',
}

const details: Partial<Record<AttentionItem['kind'], string>> = {
  subscription_lapsed: 'Until then you can only read and export.',
  domain_failing: 'Until then, mail has the address of this service.',
  shop_refused: 'Products and orders no longer come in.',
  read_held: 'Nothing happens until you have looked.',
  webhook_off: 'It refused, or failed for five days.',
  pool_empty: 'New earners wait for a code.',
  feed_large: 'Your merchant account must list all parts.',
  feed_off: 'With it your stars reach shopping search engines.',
  feed_gaps: 'Shopping search may miss them.',
  domain_unverified: 'Mail from your own address is trusted more.',
  mail_failed: 'In the last seven days.',
  shop_asks_too: 'Turn its review requests off, or customers get two mails.',
  proxy_unknown: 'Until then, its visitors share one limit.',
}

export function formatTitle(item: AttentionItem): string {
  const title = titles[item.kind]
  return typeof title === 'string' ? title : title(item)
}

export function formatDetail({ kind, count, since, dueAt }: AttentionItem): string | undefined {
  if (dueAt) return `${kind === 'appeals_open' && count > 1 ? 'The first is due' : 'Until'} ${formatDay(dueAt)}`
  if (details[kind]) return details[kind]
  if (since) return `${count > 1 ? 'The oldest: ' : ''}${formatAgo(since)}`
  return undefined
}
