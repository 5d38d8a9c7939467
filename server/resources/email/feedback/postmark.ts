// Postmark posts one event per request. The token is in the metadata of the message.

import { bounce, complaint, type Fields, type ProviderEvent, toText } from './event.ts'
import { severityOfProse } from './rules.ts'

export const isPostmark = ({ RecordType, Type }: Fields): boolean =>
  (RecordType === 'Bounce' || RecordType === 'SpamComplaint') && typeof Type === 'string'

const severities: Record<string, 'hard' | 'soft'> = {
  HardBounce: 'hard',
  BadEmailAddress: 'hard',
  SoftBounce: 'soft',
  Transient: 'soft',
  DnsError: 'soft',
  SpamNotification: 'soft',
  Blocked: 'soft',
  DMARCPolicy: 'soft',
  Unknown: 'soft',
}

export function readPostmark(event: Fields): ProviderEvent[] {
  const type = toText(event.Type)
  if (event.RecordType === 'SpamComplaint' || type === 'SpamComplaint') return complaint(event)
  const severity = Object.hasOwn(severities, type) ? severities[type] : undefined
  if (severity === undefined) return bounce('none', null, event)
  // Postmark's "HardBounce" can also mean a full mailbox, so the receiving server's own code takes precedence.
  const { severity: said, code } = severityOfProse(toText(event.Details))
  return bounce(severity === 'hard' && code !== null ? said : severity, code, event)
}
