import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readFailure, type SmtpError, withoutAddresses } from './delivery-result.ts'

const failure = (fields: Partial<SmtpError>, hasBody = false) =>
  readFailure(Object.assign(new Error('x'), fields) as SmtpError, hasBody)

const answerTo = (code: string, command: string) => (response: string) => ({
  ...{ code, command, response },
  responseCode: Number(response.slice(0, 3)),
})
const toSender = answerTo('EENVELOPE', 'MAIL FROM')
const toRecipient = answerTo('EENVELOPE', 'RCPT TO')
const toMessage = answerTo('EMESSAGE', 'DATA')

const cases: [string, Partial<SmtpError>, boolean, string, boolean?][] = [
  ['no connection', { code: 'ESOCKET', command: 'CONN' }, false, 'unreachable'],
  ['no name', { code: 'EDNS' }, false, 'unreachable'],
  ['no login', { code: 'EAUTH', responseCode: 535, response: '535 5.7.8 no' }, false, 'unreachable'],
  ['no service', { code: 'EPROTOCOL', responseCode: 554, response: '554 go away' }, false, 'unreachable'],
  ['closed before the message', { code: 'ECONNECTION' }, false, 'unreachable'],
  ['closed in the message', { code: 'ECONNECTION' }, true, 'lost'],
  ['silent after the message', { code: 'ETIMEDOUT' }, true, 'lost'],
  ['goodbye in place of an answer', { code: 'ECONNECTION', responseCode: 421, response: '421 bye' }, true, 'deferred'],
  ['sender put off', toSender('451 later'), false, 'deferred'],
  ['recipient put off', toRecipient('450 4.2.0 grey'), false, 'deferred'],
  ['recipient unknown', toRecipient('550 5.1.1 who'), false, 'refused', true],
  ['null MX', toRecipient('556 5.1.10 no'), false, 'refused', true],
  ['bad sender, said late', toRecipient('550 5.1.8 bad'), false, 'refused'],
  ['unknown, without a code', toRecipient('550 no'), false, 'refused'],
  ['message refused', toMessage('552 5.2.2 full'), true, 'refused'],
  ['message put off', toMessage('451 4.3.0 later'), true, 'deferred'],
  ['5.1.1 about a message is not about a recipient', toMessage('550 5.1.1 x'), true, 'refused'],
  ['too large', { code: 'EMESSAGE' }, false, 'refused'],
  ['a key that signs nothing', { code: 'ESTREAM' }, false, 'deferred'],
]

for (const [what, fields, hasBody, outcome, isGone = false] of cases) {
  test(`${what}: ${outcome}`, () => {
    const read = failure(fields, hasBody)
    assert.deepEqual([read.outcome, read.isUnknownRecipient], [outcome, isGone])
  })
}

test('a stored SMTP response contains no address', () => {
  assert.equal(
    withoutAddresses('550 5.1.1 <jane.doe@example.com>: user "jane@example.com" unknown\r\n'),
    '550 5.1.1 <…>: user "…" unknown',
  )
})
