// Mailgun posts one event per request, under `event-data`. The token is in the headers or the variables of the message.

import { bounce, complaint, type Fields, type ProviderEvent, toFields, toText } from './event.ts'
import { severityOfProse } from './rules.ts'

export const isMailgun = (fields: Fields): boolean => typeof toFields(fields['event-data']).event === 'string'

export function readMailgun(fields: Fields): ProviderEvent[] {
  const event = toFields(fields['event-data'])
  if (event.event === 'complained') return complaint(event)
  if (event.event !== 'failed') return []
  // Mailgun refused the mail because of an earlier bounce, so the bounce is hard with any code.
  if (event.severity === 'permanent' && event.reason === 'suppress-bounce') return bounce('hard', null, event)
  // Mailgun retries a temporary failure itself, and reports the final result in another event.
  if (event.severity !== 'permanent') return bounce('none', null, event)
  const status = toFields(event['delivery-status'])
  const words = [toText(status['enhanced-code']), Number(status.code) || '', toText(status.message)].join(' ')
  const { severity, code } = severityOfProse(words)
  return bounce(severity, code, event)
}
