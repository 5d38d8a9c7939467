import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { measureProcessorMs } from '#test/processor-time.ts'
import { readMessage } from './message.ts'
import { type Report, readReport } from './report.ts'
import { classifyFailure, severityOfProse, verdictOn } from './rules.ts'
import { sample, sampleNames } from './samples.testing.ts'

const read = async (bytes: Uint8Array): Promise<Report> => readReport(await readMessage(bytes))
const isJane = (address: string) => address.toLowerCase() === 'jane@buyer.example'

const meanings: Record<string, string> = {
  'postfix-unknown-user': 'hard 5.1.1',
  'postfix-policy': 'soft 5.7.1',
  'postfix-expired': 'soft 4.4.7',
  'exim-report': 'hard 5.1.1',
  'exim-prose': 'hard null',
  'gmail-unknown-user': 'hard 5.1.1',
  'gmail-delayed': 'none 4.4.1',
  'outlook-german': 'hard 5.1.10',
  'exchange-full-japanese': 'soft 5.2.2',
  'ses-report': 'hard 5.4.1',
  'yahoo-complaint': 'complaint',
  'not-spam': 'not_unwanted',
  'outlook-junk': 'complaint',
  'auto-reply-german': 'automatic_reply',
  person: 'no_report',
  qmail: 'hard 5.1.1',
  'global-status': 'hard 5.1.1',
  'broken-mime': 'hard 5.1.1',
  'passed-on': 'soft 5.2.2',
}

function summarize(report: Report): string {
  if (report.kind === 'none') return report.why
  if (report.kind === 'complaint') return report.kind
  const { severity, status } = verdictOn(report.failures, isJane)
  return `${severity} ${status}`
}

test('every sample report has an expected meaning in this test', () => {
  assert.deepEqual(sampleNames.toSorted(), Object.keys(meanings).toSorted())
})

for (const [name, meaning] of Object.entries(meanings)) {
  test(`a report like ${name} means ${meaning}`, async () => {
    assert.equal(summarize(await read(sample(name))), meaning)
  })
}

test('only a fault of the address itself is a hard bounce', () => {
  const hard = [
    '5.1.1',
    '5.1.0',
    '5.1.2',
    '5.1.3',
    '5.1.6',
    '5.1.10',
    '5.2.1',
    '5.4.1',
    '5.4.4',
    '5.4.310',
    '5.5.0',
    '5.0.0',
  ]
  const soft = [
    '5.2.2',
    '5.2.3',
    '5.7.1',
    '5.7.26',
    '5.7.515',
    '5.3.0',
    '5.3.4',
    '5.6.0',
    '5.1.7',
    '5.1.8',
    '5.4.6',
    '5.4.7',
    '4.2.2',
    '4.7.0',
    '4.4.1',
  ]
  for (const status of hard) assert.equal(classifyFailure('failed', status, '').severity, 'hard', status)
  for (const status of soft) assert.equal(classifyFailure('failed', status, '').severity, 'soft', status)
})

test('an action such as delayed, delivered or relayed is never a failure', () => {
  for (const action of ['delayed', 'delivered', 'relayed', 'expanded', 'Delayed (will retry)', 'nonsense'])
    assert.equal(classifyFailure(action, '5.1.1', 'smtp; 550 5.1.1 unknown').severity, 'none', action)
})

test("for a vague status the server's own text decides", () => {
  assert.deepEqual(classifyFailure('failed', '5.0.0', 'smtp; 550 5.7.1 blocked'), { severity: 'soft', status: '5.7.1' })
  assert.deepEqual(classifyFailure('failed', '5.0.0 (permanent failure)', 'smtp; 550 unknown user'), {
    severity: 'hard',
    status: '5.0.0',
  })
  assert.equal(classifyFailure('failed', '5.0.0', 'smtp; 550 SC-001 on our block list').severity, 'soft')
  assert.equal(classifyFailure('failed', '5.0.0', 'smtp; 552 over quota').severity, 'soft')
  assert.equal(classifyFailure('failed', '', '').severity, 'soft')
  assert.equal(classifyFailure('', '5.1.1', '').severity, 'hard')
  assert.equal(classifyFailure('', '4.2.2', '').severity, 'none')
})

test('an IP address or version number is not read as a status code', () => {
  assert.equal(severityOfProse('from 192.5.1.1 by Exim 4.97.1.2').code, null)
  assert.equal(severityOfProse('order 5501 of 2026').code, null)
  assert.equal(severityOfProse('(#5.1.1)').severity, 'hard')
})

test('the finding about our recipient counts; without one, the mildest finding counts', () => {
  const [gone, full, waiting] = [
    { address: 'a@x.example', severity: 'hard', status: '5.1.1' },
    { address: 'b@x.example', severity: 'soft', status: '5.2.2' },
    { address: 'c@x.example', severity: 'none', status: '4.4.1' },
  ] as const
  assert.equal(verdictOn([gone, full, waiting], (address) => address === 'a@x.example').severity, 'hard')
  assert.equal(verdictOn([gone, full, waiting], isJane).severity, 'none')
  assert.equal(verdictOn([gone, full], isJane).severity, 'soft')
  assert.equal(verdictOn([gone], isJane).severity, 'hard')
  assert.equal(verdictOn([], isJane).severity, 'none')
})

test('empty or random bytes cause no error and are not a report', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 4096 }), async (bytes) => {
      assert.equal((await read(bytes)).kind, 'none')
    }),
    { numRuns: 300 },
  )
})

test('a truncated, repeated or scrambled report is read or skipped without error', async () => {
  const samples = sampleNames.map((name) => sample(name))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      fc.nat(),
      fc.nat(),
      fc.uint8Array({ maxLength: 40 }),
      async (bytes, a, b, junk) => {
        const [from, to] = [a % bytes.length, b % bytes.length].sort((x, y) => x - y) as [number, number]
        const mangled = Buffer.concat([bytes.subarray(0, from), junk, bytes.subarray(to)])
        const report = await read(mangled)
        assert.ok(['bounce', 'complaint', 'none'].includes(report.kind))
        if (report.kind === 'bounce') assert.ok(report.failures.length <= 200)
      },
    ),
    { numRuns: 400 },
  )
})

test('a megabyte of input built to be slow is read in time', async () => {
  const hostile = [
    `Content-Type: multipart/report; boundary=b\r\n\r\n${'--b\r\n'.repeat(200_000)}`,
    'A: b\r\n'.repeat(170_000),
    `Content-Type: message/delivery-status\r\n\r\n${'Final-Recipient: rfc822; a@b.example\n\n'.repeat(28_000)}`,
    `Content-Type: message/delivery-status\r\n\r\n${' \n'.repeat(500_000)}`,
    `Subject: ${'=?utf-8?B?'.repeat(100_000)}\r\n\r\nx`,
    Array.from({ length: 400 }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`).join(''),
    `Hi. This is the qmail\n\n${'<a@b.example>:\n\n'.repeat(60_000)}`,
    `X-Failed-Recipients: ${'a@b.example,'.repeat(80_000)}\r\n\r\n550 5.1.1`,
    '5.1.'.repeat(250_000),
    `Content-Type: text/html\r\n\r\n${'<'.repeat(1_000_000)}`,
  ]
  for (const [i, text] of hostile.entries()) {
    const tookMs = await measureProcessorMs(() => read(Buffer.from(text)))
    assert.ok(tookMs < 4_000, `${i}: ${Math.round(tookMs)} ms`)
  }
})
