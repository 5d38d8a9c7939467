// The result of one delivery attempt, derived from how the SMTP conversation ended. Pure. When it cannot be known whether
// the server has the mail, the outcome is `lost`, never a guess.

export type DeliveryResult = {
  /**
   * `accepted`: the server has it. `deferred`: it asked for another try. `refused`: it will not take it, ever.
   * `unreachable`: there was no conversation about this mail at all. `lost`: it may have it, or not. `aborted`: it was
   * not begun.
   */
  outcome: 'accepted' | 'deferred' | 'refused' | 'unreachable' | 'lost' | 'aborted'
  /** What the server said, without addresses. */
  answer: string | null
  /** The recipient does not exist, says a server that was asked for it. */
  isUnknownRecipient: boolean
}

export type SmtpError = Error & {
  code?: string
  responseCode?: number | false
  response?: string | false
  command?: string
}

export const accepted = (answer: string | null): DeliveryResult => ({
  outcome: 'accepted',
  answer: answer === null ? null : withoutAddresses(answer),
  isUnknownRecipient: false,
})

export const aborted: DeliveryResult = { outcome: 'aborted', answer: null, isUnknownRecipient: false }

/** `hasBody`: a byte of the message itself has left. */
export function readFailure(error: SmtpError, hasBody: boolean): DeliveryResult {
  const { code = '', command = '' } = error
  const status = error.responseCode || 0
  const answer = withoutAddresses(error.response || error.message)
  const end = (outcome: DeliveryResult['outcome'], isUnknownRecipient = false): DeliveryResult => ({
    outcome,
    answer,
    isUnknownRecipient,
  })
  // About this mail, and in the server's own words.
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    if (status >= 400 && status < 500) return end('deferred')
    if (status >= 500) return end('refused', command === 'RCPT TO' && isGone(answer))
    // Nodemailer's own refusal: an address that cannot be written down, a mail larger than the server takes.
    return hasBody ? end('lost') : end('refused')
  }
  // The mail could not be made, for want of a sound key for instance: no fault of the server.
  if (code === 'ESTREAM' && !hasBody) return end('deferred')
  if (!hasBody) return end('unreachable')
  // A server that says goodbye in place of its answer has not taken the mail.
  return status >= 400 ? end('deferred') : end('lost')
}

/** 5.1.x without those that are about the sender (7, 8), or about nothing in particular (0). */
const isGone = (answer: string) => /\b5\.1\.(1|2|3|6|10)\b/.test(answer)

const longestAnswer = 300

export const withoutAddresses = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\s<>()"'@]+@[^\s<>()"'@]+/g, '…')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longestAnswer)
    .toWellFormed()
