// Why a request for a review was not sent, as orders, messages and connections say it.
import { causeOf } from './provider-causes.ts'

const reasons: Record<string, string> = {
  product_excluded: 'the product is excluded from requests',
  customer_suppressed: 'the address bounced, complained or was suppressed',
  customer_unsubscribed: 'the customer unsubscribed',
  already_reviewed: 'the customer has reviewed already',
  order_cancelled: 'the order was cancelled',
  order_refunded: 'the order was refunded',
  already_asked: 'the customer was asked about another order',
  member_removed: 'the member was removed',
  order_removed: 'the order was removed',
  no_email: 'the order has no address',
  address_changed: 'the order has another address by now',
  no_products: 'the order has no known products',
  no_consent: 'the buyer did not agree to mail',
  requests_off: 'requests are switched off',
  subscription_expired: 'the subscription had lapsed',
  before_connection: 'it was placed before the shop was connected',
  too_old: 'the order is too old',
  cancelled_by_merchant: 'cancelled by hand',
  already_sent: 'it was sent already',
  replaced: 'it was tried again, and this was the earlier attempt',
  quiet_hours: 'it waits for the end of the quiet hours',
  form_opened: 'the customer opened the form',
  no_reminders: 'no reminder is wanted any more',
  outcome_unknown: 'it may have been sent; it is not sent twice',
  not_sent: 'it could not be sent',
  refused: 'the mail server refused it',
  given_up: 'the mail server could not be reached for a day',
  invalid_address: 'the address is none',
  mailbox_unavailable: 'the mailbox did not take it',
}

export const reasonText = (reason: string) => reasons[reason] ?? causeOf(reason) ?? reason.replaceAll('_', ' ')
