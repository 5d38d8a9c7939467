// Runs the guide's verification snippets as a reader would, each in its own language where that is on the machine.
import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { headersOf } from './sending/message.ts'

const guide = readFileSync(new URL('../../../docs/guides/webhooks.md', import.meta.url), 'utf8')
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
const header = headersOf(message, body, secret, at)['x-service-signature-v2'] ?? ''
const now = at.getTime() / 1000

/** Body, header, secret, now, and whether it is genuine. */
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

const snippet = (language: string): string =>
  new RegExp(`\`\`\`${language} verify\\n([\\s\\S]*?)\`\`\``).exec(guide)?.[1] ??
  assert.fail(`no ${language} in the guide`)

type Language = { name: string; program: string; file: string; call: string }
const languages: Language[] = [
  {
    name: 'ts',
    program: process.execPath,
    file: 'verify.mts',
    call: `import { readFileSync } from 'node:fs'
console.log(JSON.stringify(JSON.parse(readFileSync(process.argv[2], 'utf8')).map(([b, h, s, n]) => isGenuine(b, h, s, n))))`,
  },
  {
    name: 'python',
    program: 'python3',
    file: 'verify.py',
    call: `import json, sys
print(json.dumps([is_genuine(b.encode(), h, s, n) for b, h, s, n, _ in json.load(open(sys.argv[1], encoding='utf-8'))]))`,
  },
  {
    name: 'php',
    program: 'php',
    file: 'verify.php',
    call: `echo json_encode(array_map(fn($c) => is_genuine($c[0], $c[1], $c[2], $c[3]), json_decode(file_get_contents($argv[1]))));`,
  },
  {
    name: 'ruby',
    program: 'ruby',
    file: 'verify.rb',
    call: `require 'json'
puts JSON.parse(File.read(ARGV[0], encoding: 'utf-8')).map { |b, h, s, n, _| genuine?(b, h, s, n) }.to_json`,
  },
]

for (const { name, program, file, call } of languages) {
  test(`the guide's ${name} accepts what we sign, and refuses the rest`, { skip: !isInstalled(program) }, () => {
    writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases))
    writeFileSync(join(folder, file), `${snippet(name)}\n${call}\n`)
    const verdicts = JSON.parse(
      execFileSync(program, [join(folder, file), join(folder, 'cases.json')], { encoding: 'utf8' }),
    )
    assert.deepEqual(
      verdicts,
      cases.map((each) => each[4]),
    )
  })
}

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test("the guide's whole receiver runs as it stands, answers ours with 200 and others with 400", async () => {
  const source = /```js\n([\s\S]*?)```/.exec(guide)?.[1] ?? assert.fail()
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
    assert.equal(await post(headersOf(message, body, secret, new Date())), 200)
    assert.equal(await post(headersOf(message, body, 'whsec_other', new Date())), 400)
    assert.equal(await post(headersOf(message, body, secret, at)), 400)
    assert.equal(await post({}), 400)
  } finally {
    child.kill()
  }
})
