// Determines a message's kind of report: a delivery status (RFC 3464), a complaint (RFC 5965), or an older format still in
// use. Other messages, such as automatic replies (RFC 3834), are not reports.
import { field, type Message, readFields } from './message.ts'
import { classifyFailure, type Failure, severityOfProse } from './rules.ts'

export type Report =
  | { kind: 'bounce'; failures: Failure[] }
  | { kind: 'complaint' }
  | { kind: 'none'; why: 'automatic_reply' | 'not_unwanted' | 'no_report' }

const maxRecipients = 100
const maxStatusLength = 256 * 1024

export function readReport(message: Message): Report {
  return (
    readComplaint(message) ??
    readDeliveryStatus(message) ??
    readFailedRecipients(message) ??
    readQmail(message) ?? { kind: 'none', why: isAutomatic(message) ? 'automatic_reply' : 'no_report' }
  )
}

/** Kinds of feedback that are complaints. `not-spam`, `auth-failure` and others are not. */
const unwanted = ['abuse', 'complaint', 'fraud', 'opt-out', 'opt-out-list']

function readComplaint({ parts }: Message): Report | undefined {
  const report = parts.find(({ type }) => type === 'message/feedback-report')
  if (report) {
    const type = field(readFields(report.text), 'feedback-type').toLowerCase()
    return unwanted.includes(type) ? { kind: 'complaint' } : { kind: 'none', why: 'not_unwanted' }
  }
  // Microsoft's junk mail report wraps the mail itself and adds its own header to it.
  const isJunkReport = parts.some(
    ({ type, text }) => type === 'message/rfc822' && /^X-HmXmrOriginalRecipient:/im.test(text.slice(0, 65_536)),
  )
  return isJunkReport ? { kind: 'complaint' } : undefined
}

function readDeliveryStatus({ parts }: Message): Report | undefined {
  const statuses = parts.filter(({ type }) => /^message\/(global-)?delivery-status$/.test(type))
  if (statuses.length === 0) return undefined
  // The first group of fields describes the message. Some servers omit it and begin with a recipient.
  const groups = statuses.flatMap(({ text }) =>
    text
      .slice(0, maxStatusLength)
      .replace(/\r\n?/g, '\n')
      .split(/\n[ \t]*\n/),
  )
  const failures = groups.map(readFields).filter(isOfRecipient).slice(0, maxRecipients).flatMap(listFailures)
  return { kind: 'bounce', failures }
}

const isOfRecipient = (fields: Map<string, string[]>) =>
  ['final-recipient', 'original-recipient', 'action', 'status'].some((name) => fields.has(name))

function listFailures(fields: Map<string, string[]>): Failure[] {
  const judged = classifyFailure(field(fields, 'action'), field(fields, 'status'), field(fields, 'diagnostic-code'))
  const addresses = ['original-recipient', 'final-recipient']
    .map((name) => addressIn(field(fields, name)))
    .filter((address) => address !== null)
  return (addresses.length > 0 ? [...new Set(addresses)] : [null]).map((address) => ({ address, ...judged }))
}

function addressIn(value: string): string | null {
  const text = value
    .slice(value.indexOf(';') + 1)
    .trim()
    .replace(/^<|>$/g, '')
  return /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 320 ? text : null
}

/** Exim's format: a header with the recipients, and prose. Exim marks the report as an automatic reply. */
function readFailedRecipients({ headers, text }: Message): Report | undefined {
  const addresses = (headers.get('x-failed-recipients') ?? [])
    .join(',')
    .split(',')
    .map((each) => addressIn(`;${each}`))
    .filter((address) => address !== null)
  if (addresses.length === 0) return undefined
  // A copy of our own mail follows this line, and its text must not count.
  const [prose = ''] = text.split(/\n-{4,} This is a copy/)
  return {
    kind: 'bounce',
    failures: addresses.slice(0, maxRecipients).map((address) => ({ address, ...ofEximProse(prose) })),
  }
}

function ofEximProse(text: string): Pick<Failure, 'severity' | 'status'> {
  if (/retry time ?out exceeded|retry time not reached/i.test(text)) return { severity: 'soft', status: null }
  const { severity, code } = severityOfProse(text)
  const isUnknown = code === null && /unrouteable address|unknown user|no such user|user unknown/i.test(text)
  return { severity: isUnknown ? 'hard' : severity, status: code }
}

/** qmail's form (QSBMF): a fixed opening, then a paragraph for each recipient. */
function readQmail({ text }: Message): Report | undefined {
  const plain = text.replace(/\r\n?/g, '\n').slice(0, 65_536)
  if (!/^\s*Hi\. This is the /.test(plain)) return undefined
  const [report = ''] = plain.split(/\n--- /)
  const failures = report.split(/\n{2,}/).flatMap((paragraph) => {
    const [, address, words = ''] = /^<([^<>\s]{3,320})>:\n?([\s\S]*)$/.exec(paragraph.trim()) ?? []
    if (address === undefined) return []
    const { severity, code } = severityOfProse(words)
    return [{ address, severity, status: code }]
  })
  return failures.length > 0 ? { kind: 'bounce', failures: failures.slice(0, maxRecipients) } : undefined
}

function isAutomatic({ headers }: Message): boolean {
  const submitted = field(headers, 'auto-submitted').toLowerCase()
  return (
    (submitted !== '' && submitted !== 'no') ||
    headers.has('x-autoreply') ||
    headers.has('x-autorespond') ||
    /^(auto_reply|bulk|junk)$/i.test(field(headers, 'precedence'))
  )
}
