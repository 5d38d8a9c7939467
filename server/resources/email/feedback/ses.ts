// SNS posts an envelope with the event as text. The token is in the mail's envelope sender, or in its headers if SES
// includes them.

import { parseJson } from '#platform/http/receive/json.ts'
import type { Log } from '#platform/process/log.ts'
import { bounce, complaint, type Fields, type ProviderEvent, toFields, toText } from './event.ts'
import { severityOfProse } from './rules.ts'

const kinds = ['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']

/** A subscription with raw message delivery posts the event without the SNS envelope. */
export const isSns = (fields: Fields): boolean =>
  (kinds.includes(toText(fields.Type)) && typeof fields.Message === 'string') || isSes(fields)

const isSes = ({ notificationType, eventType, mail }: Fields): boolean =>
  ['Bounce', 'Complaint', 'Delivery'].includes(toText(notificationType ?? eventType)) && typeof mail === 'object'

export function readSns(fields: Fields, log: Log): ProviderEvent[] {
  if (isSes(fields)) return readSes(fields)
  if (fields.Type === 'SubscriptionConfirmation') tellOperator(toText(fields.SubscribeURL), log)
  if (fields.Type !== 'Notification' || typeof fields.Message !== 'string') return []
  try {
    const event = toFields(parseJson(Buffer.from(fields.Message)))
    return isSes(event) ? readSes(event) : []
  } catch {
    return []
  }
}

function readSes(event: Fields): ProviderEvent[] {
  const type = toText(event.notificationType ?? event.eventType)
  if (type === 'Complaint') {
    const isWanted = toFields(event.complaint).complaintFeedbackType === 'not-spam'
    return isWanted ? bounce('none', null, event) : complaint(event)
  }
  if (type !== 'Bounce') return []
  const { bounceType, bounceSubType, bouncedRecipients } = toFields(event.bounce)
  const [recipient] = Array.isArray(bouncedRecipients) ? bouncedRecipients : []
  const { status, diagnosticCode } = toFields(recipient)
  const { severity, code } = severityOfProse(`${toText(status)} ${toText(diagnosticCode)}`)
  if (bounceType !== 'Permanent') return bounce('soft', code, event)
  // SES refused the mail because of its own suppression list, so there is no code from a server.
  const isRemembered = ['Suppressed', 'OnAccountSuppressionList', 'NoEmail'].includes(toText(bounceSubType))
  return bounce(isRemembered || code === null ? 'hard' : severity, code, event)
}

/** The operator confirms the subscription, because this service never calls an address posted to it. */
function tellOperator(address: string, log: Log): void {
  const isAmazons =
    URL.canParse(address) &&
    new URL(address).protocol === 'https:' &&
    /^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$/.test(new URL(address).hostname)
  if (isAmazons)
    log.warn({ confirm: address }, 'Amazon SNS asks to confirm the subscription of mail feedback: open this address')
  else log.warn({}, 'a subscription of mail feedback that is not from Amazon was refused')
}
