// When it is unknown whether the server has the mail, the outcome is `lost`. We never guess.

export type DeliveryResult = {
  /**
   * `accepted`: the server has the mail. `deferred`: the server requested another attempt. `refused`: the server will never
   * accept the mail. `unreachable`: the SMTP dialogue never got as far as this mail. `lost`: it is unknown whether the
   * server has the mail. `aborted`: the attempt did not start.
   */
  outcome: 'accepted' | 'deferred' | 'refused' | 'unreachable' | 'lost' | 'aborted'
  /** The server's response, without addresses. */
  answer: string | null
  /** The server's response says that the recipient does not exist. */
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

/** `hasBody`: a byte of the message itself may have been sent. */
export function readFailure(error: SmtpError, hasBody: boolean): DeliveryResult {
  const { code = '', command = '' } = error
  const status = error.responseCode || 0
  const answer = withoutAddresses(error.response || error.message)
  const end = (outcome: DeliveryResult['outcome'], isUnknownRecipient = false): DeliveryResult => ({
    outcome,
    answer,
    isUnknownRecipient,
  })
  if (code === 'EENVELOPE' || code === 'EMESSAGE') {
    if (status >= 400 && status < 500) return end('deferred')
    if (status >= 500) return end('refused', command === 'RCPT TO' && isGone(answer))
    // Nodemailer itself refused: the address cannot be encoded, or the mail is larger than the server accepts.
    return hasBody ? end('lost') : end('refused')
  }
  // The mail could not be composed, for example with an invalid key, so the server is not at fault.
  if (code === 'ESTREAM' && !hasBody) return end('deferred')
  if (!hasBody) return end('unreachable')
  // A server that reports an error, such as 421 before it closes the connection, has not accepted the mail.
  return status >= 400 ? end('deferred') : end('lost')
}

/** Only these codes 5.1.x mean an unknown recipient. For example, 7 and 8 are about the sender, and 0 is unspecific. */
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
