import type { Subscription } from '../api/account/account.ts'
import { serverNowMs } from '../api/server-clock.ts'
import { daysUntil, formatDay } from '../components/values/dates.ts'

export function chooseBanner(subscription: Subscription, now = serverNowMs()) {
  const { status, lapsed, trialEndsAt, currentPeriodEndsAt } = subscription
  if (lapsed) {
    const title = status === 'expired' ? 'The subscription of this store has expired.' : 'This store is not subscribed.'
    return {
      isUrgent: true,
      title,
      text: 'You can read and export everything. Without a subscription, changes, the review feed, the review form and the widgets are off.',
    }
  }
  if (status === 'past_due') {
    return { isUrgent: true, title: 'A payment is overdue.', text: 'Everything works for 14 days from the due date.' }
  }
  if (status === 'cancelled' && currentPeriodEndsAt) {
    const text = `Everything works until ${formatDay(currentPeriodEndsAt)}.`
    return { isUrgent: false, title: 'The subscription is cancelled.', text }
  }
  if (status === 'trialing' && trialEndsAt) {
    const days = daysUntil(trialEndsAt, now)
    const title = days <= 1 ? 'The trial ends today.' : `${days} days left in the trial.`
    return { isUrgent: days <= 1, title, text: 'All features of the Growth plan are on.' }
  }
  return undefined
}
