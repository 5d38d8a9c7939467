import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { asProgram, findSnippet, type Language, readGuide, testSnippet } from '#test/snippets.ts'
import { buildHeaders } from './sending/message.ts'

const guide = readGuide('webhooks')
const folder = mkdtempSync(join(tmpdir(), 'evident-guide-'))
const secret = 'whsec_0123456789abcdefghijklmnopqrstuv'
const at = new Date('2026-11-21T10:00:00.000Z')
const body = '{"event":"review.created","data":{"body":"Très bon – 很好"}}'
const message = {
  deliveryId: 'd',
  eventId: 'e',
  event: 'review.created',
  createdAt: '',
  storeEnvId: '',
  data: '',
  isTest: false,
}
const header = buildHeaders(message, body, secret, at)['x-service-signature-v2'] ?? ''
const now = at.getTime() / 1000

/** Each case has a body, a header, a secret, the current time and the expected result. */
const cases: [string, string, string, number, boolean][] = [
  [body, header, secret, now, true],
  [body, header, secret, now + 299, true],
  [body, header, secret, now + 301, false],
  [body, header, secret, now - 301, false],
  [`${body} `, header, secret, now, false],
  [body, header, `${secret}x`, now, false],
  [body, header.replace('t=1', 't=2'), secret, now, false],
  [body, header.replace(/v1=.*/, 'v1='), secret, now, false],
  [body, '', secret, now, false],
]

const calls: [Language, string][] = [
  [
    'ts',
    `import { readFileSync } from 'node:fs'
console.log(JSON.stringify(JSON.parse(readFileSync(process.argv[2], 'utf8')).map(([b, h, s, n]) => isGenuine(b, h, s, n))))`,
  ],
  [
    'python',
    `import json, sys
print(json.dumps([is_genuine(b.encode(), h, s, n) for b, h, s, n, _ in json.load(open(sys.argv[1], encoding='utf-8'))]))`,
  ],
  [
    'php',
    `echo json_encode(array_map(fn($c) => is_genuine($c[0], $c[1], $c[2], $c[3]), json_decode(file_get_contents($argv[1]))));`,
  ],
  [
    'ruby',
    `require 'json'
puts JSON.parse(File.read(ARGV[0], encoding: 'utf-8')).map { |b, h, s, n, _| genuine?(b, h, s, n) }.to_json`,
  ],
  [
    'go',
    `func main() {
	text, _ := os.ReadFile(os.Args[1])
	var cases [][]any
	json.Unmarshal(text, &cases)
	var found []bool
	for _, c := range cases {
		found = append(found, IsGenuine([]byte(c[0].(string)), c[1].(string), c[2].(string), int64(c[3].(float64))))
	}
	answer, _ := json.Marshal(found)
	fmt.Println(string(answer))
}`,
  ],
]

for (const [language, call] of calls) {
  const code = asProgram(language, `${findSnippet(guide, `${language} verify`)}\n${call}`)
  testSnippet(`the guide's ${language} code accepts only a current, correctly signed body`, language, code, (run) => {
    const path = join(folder, 'cases.json')
    writeFileSync(path, JSON.stringify(cases))
    assert.deepEqual(
      JSON.parse(run(path)),
      cases.map((each) => each[4]),
    )
  })
}

test("the guide's Standard Webhooks code accepts current signatures, and old secrets in standard base64", async () => {
  // The file is written beside this one, so that it can import the library.
  const path = join(import.meta.dirname, `guide-standard-${process.pid}.testing.mjs`)
  writeFileSync(path, findSnippet(guide, 'js standard'))
  try {
    const { eventOf } = await import(path)
    const older = `whsec_${Buffer.from('fbeffbef'.repeat(8), 'hex').toString('base64url')}`
    const spelled = `whsec_${older.slice(6).replaceAll('-', '+').replaceAll('_', '/')}=`
    assert.deepEqual(eventOf(body, buildHeaders(message, body, older, new Date()), spelled), JSON.parse(body))
    const late = buildHeaders(message, body, older, new Date(Date.now() - 301_000))
    assert.throws(() => eventOf(body, late, spelled))
    assert.throws(() => eventOf(`${body} `, buildHeaders(message, body, older, new Date()), spelled))
  } finally {
    rmSync(path)
  }
})

test("the guide's receiver answers our deliveries with 200 and others with 400", async () => {
  const source = findSnippet(guide, 'js')
  writeFileSync(
    join(folder, 'receiver.mjs'),
    source.replace('.listen(', ".on('listening', function () { console.log('port', this.address().port) }).listen("),
  )
  const child = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' },
  })
  try {
    const port = await new Promise<string>((resolve) =>
      child.stdout.on('data', (text) => resolve(/port (\d+)/.exec(String(text))?.[1] ?? '')),
    )
    const post = async (headers: Record<string, string>) =>
      (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body, headers })).status
    assert.equal(await post(buildHeaders(message, body, secret, new Date())), 200)
    assert.equal(await post(buildHeaders(message, body, 'whsec_other', new Date())), 400)
    assert.equal(await post(buildHeaders(message, body, secret, new Date(Date.now() - 3_600_000))), 400)
    assert.equal(await post({}), 400)
  } finally {
    child.kill()
  }
})
