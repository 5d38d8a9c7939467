// SendGrid posts many events per request. The token is in a unique argument of the message.

import { bounce, complaint, type Fields, type ProviderEvent, toText } from './event.ts'
import { severityOfProse } from './rules.ts'

export const isSendGrid = ({ event, sg_event_id, sg_message_id }: Fields): boolean =>
  typeof event === 'string' && (typeof sg_event_id === 'string' || typeof sg_message_id === 'string')

export function readSendGrid(event: Fields): ProviderEvent[] {
  if (event.event === 'spamreport') return complaint(event)
  if (event.event === 'dropped') {
    // SendGrid did not try to send, because an earlier message had bounced or was complained about.
    if (/spam report/i.test(toText(event.reason))) return complaint(event)
    return bounce(/bounced|invalid/i.test(toText(event.reason)) ? 'hard' : 'none', null, event)
  }
  if (event.event !== 'bounce') return []
  const { severity, code } = severityOfProse(`${toText(event.status)} ${toText(event.reason)}`)
  // "blocked" means that the sender was refused, and the address may be valid.
  return bounce(event.type === 'blocked' ? 'soft' : severity, code, event)
}
