// Reasons of review requests that were not sent, by Evident's code.

const english: Record<string, string> = {
  product_excluded: 'the product is excluded from requests',
  customer_suppressed: 'the address bounced, complained or was suppressed',
  customer_unsubscribed: 'the customer unsubscribed',
  already_reviewed: 'the customer has reviewed already',
  order_cancelled: 'the order was cancelled',
  order_refunded: 'the order was refunded',
  already_asked: 'the customer was asked about another order',
  order_removed: 'the order was removed',
  no_email: 'the order has no address',
  address_changed: 'the order has another address by now',
  no_products: 'the order has no known products',
  no_consent: 'the buyer did not agree to email',
  requests_off: 'requests are switched off',
  subscription_expired: 'the subscription had expired',
  before_connection: 'the order was placed before the shop was connected',
  too_old: 'the order is too old',
  cancelled_by_merchant: 'cancelled by hand',
  already_sent: 'it was sent already',
  outcome_unknown: 'it may have been sent; it is not sent twice',
  not_sent: 'it could not be sent',
  refused: 'the mail server rejected it',
  given_up: 'the mail server could not be reached for a day',
  invalid_address: 'the address is invalid',
  mailbox_unavailable: 'the mailbox refused it',
}

const german: Record<string, string> = {
  product_excluded: 'das Produkt ist von Anfragen ausgenommen',
  customer_suppressed: 'die Adresse war unzustellbar, hat sich beschwert oder ist gesperrt',
  customer_unsubscribed: 'der Kunde hat abbestellt',
  already_reviewed: 'der Kunde hat schon bewertet',
  order_cancelled: 'die Bestellung wurde storniert',
  order_refunded: 'die Bestellung wurde erstattet',
  already_asked: 'der Kunde wurde zu einer anderen Bestellung gefragt',
  order_removed: 'die Bestellung wurde entfernt',
  no_email: 'die Bestellung hat keine Adresse',
  address_changed: 'die Bestellung hat inzwischen eine andere Adresse',
  no_products: 'die Bestellung hat keine bekannten Produkte',
  no_consent: 'der Käufer hat E-Mails nicht zugestimmt',
  requests_off: 'Anfragen sind ausgeschaltet',
  subscription_expired: 'das Abonnement war erloschen',
  before_connection: 'sie wurde vor der Verbindung des Shops aufgegeben',
  too_old: 'die Bestellung ist zu alt',
  cancelled_by_merchant: 'von Hand abgebrochen',
  already_sent: 'sie wurde schon gesendet',
  outcome_unknown: 'vielleicht wurde sie gesendet; sie wird nicht zweimal gesendet',
  not_sent: 'sie konnte nicht gesendet werden',
  refused: 'der Mailserver hat sie abgelehnt',
  given_up: 'der Mailserver war einen Tag nicht zu erreichen',
  invalid_address: 'die Adresse ist ungültig',
  mailbox_unavailable: 'das Postfach hat sie nicht angenommen',
}

/** An unknown code, such as one of a newer Evident, is shown with spaces instead of underscores. */
export const describeReason = (code: string, isGerman: boolean): string =>
  (isGerman ? german : english)[code] ?? code.replaceAll('_', ' ')
