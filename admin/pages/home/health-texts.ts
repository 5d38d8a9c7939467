import type { PartHealth } from '../../api/analytics.ts'
import { formatAgo } from '../../components/values/dates.ts'

type Part = PartHealth['part']

export const partNames: Record<Part, string> = {
  mail: 'Email',
  webhooks: 'Webhooks',
  connections: 'Email providers',
  shop: 'Shop',
  feed: 'Review feed',
  jobs: 'Background work',
}

export const partPlaces = {
  mail: '/stores/$storeId/email/messages',
  webhooks: '/stores/$storeId/settings/webhooks',
  connections: '/stores/$storeId/settings/connections',
  shop: '/stores/$storeId/settings/shop',
  feed: '/stores/$storeId/products/feed',
  jobs: undefined,
} as const satisfies Record<Part, string | undefined>

export const stateNames: Record<PartHealth['state'], string> = {
  working: 'Working',
  impaired: 'Needs attention',
  failing: 'Not working',
  unused: 'Not in use',
}

const reasons: Record<NonNullable<PartHealth['reason']>, string> = {
  no_mail_server: 'No mail server is connected: emails stay in the test mailbox',
  paused: 'Paused',
  messages_failed: 'Emails of the last seven days failed',
  late: 'A due email was not sent',
  switched_off: 'One was switched off',
  answers_fail: 'Its answers fail',
  refused: 'The key is no longer accepted',
  incomplete: 'A permission or an event is missing',
  installing: 'Being connected',
  read_failed: 'The last read failed',
  read_held: 'A sync waits for your confirmation',
  never_fetched: 'Not fetched yet',
  not_fetched: 'Not fetched for days',
}

const lastNames: Partial<Record<Part, string>> = {
  mail: 'Last sent',
  connections: 'Last taken',
  shop: 'Last seen',
  feed: 'Last fetched',
}

const unusedTexts: Record<Part, string> = {
  mail: 'Nothing was sent in seven days',
  webhooks: 'None is set up',
  connections: 'None is connected',
  shop: 'None is connected',
  feed: 'It is off',
  jobs: 'Nothing to do',
}

export function formatHealth({ part, state, reason, since, lastAt }: PartHealth): string {
  if (state === 'unused') return unusedTexts[part]
  if (reason) return since ? `${reasons[reason]}, ${formatAgo(since)}` : reasons[reason]
  const last = lastNames[part]
  return last && lastAt ? `${last} ${formatAgo(lastAt)}` : 'Healthy'
}
