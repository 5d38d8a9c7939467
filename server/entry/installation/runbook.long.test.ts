import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'

const root = join(import.meta.dirname, '../../..')
const runbook = readFileSync(join(root, 'docs/runbooks/operating.md'), 'utf8')
/** A folder that replaces the root of the file system. */
const folder = mkdtempSync(join(tmpdir(), 'evident-runbook-'))
const first = join(folder, 'srv/evident')
const password = 'seven-blue-kettles'
const shop = ['--org', 'Acme', '--owner', 'ida@shop.example', '--store', 'Acme', '--origin', 'https://shop.example']

before(() => {
  for (const path of ['srv/backups', 'etc/evident']) mkdirSync(join(folder, path), { recursive: true })
  writeFileSync(join(folder, 'etc/evident/passphrase'), 'four green bicycles ring\n')
})
after(() => rmSync(folder, { recursive: true, force: true }))

type Ended = { code: number; out: string; err: string }

async function evident(words: readonly string[], env: Record<string, string>): Promise<Ended> {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [join(root, 'bin/evident.mjs'), ...words], {
    cwd: root,
    env: { PATH, HOME, NODE_OPTIONS: '', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: (await ended)[0], out, err }
}

async function done(words: readonly string[], env: Record<string, string>): Promise<string> {
  const { code, out, err } = await evident(words, env)
  assert.equal(code, 0, `evident ${words.join(' ')}\n${out}${err}`)
  return out
}

const printed = (section: string): string[] => {
  const [, words = ''] = new RegExp(`\n## ${section}\n([\\s\\S]*?)\n## `).exec(runbook) ?? []
  return [...words.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, lines = '']) => lines.trim().split('\n'))
}

/** Parses like a shell, with paths in `folder` instead of the root of the file system. */
function parsed(line: string, values: Record<string, string> = {}) {
  const words = line.split(' ').map((word) => word.replace(/(^|=)(?=\/(srv|etc)\/)/, `$1${folder}`))
  const at = words.indexOf('evident')
  const env = Object.fromEntries(words.slice(0, at).map((word) => word.split('=') as [string, string]))
  return { words: words.slice(at + 1), env: { ...env, ...values } }
}

const files = () => readdirSync(join(folder, 'srv/backups')).sort()

test("the runbook's commands back up an installation and restore it, by key and by passphrase", {
  timeout: 600_000,
}, async () => {
  const made = JSON.parse(await done(['setup', ...shop, '--password', password, '--json'], { DATA_DIR: first }))
  const [whole = '', sealed = '', ...further] = printed('Back up')
  assert.deepEqual(further, [])
  for (const line of [whole, sealed]) {
    const { words, env } = parsed(line)
    await done([...words, '--json'], { ...env, DATA_DIR: first })
  }
  assert.equal(files().length, 2)
  assert.match(files().join(), /evident-[^,]+\.zip,monday\.zip/)

  const [line = '', ...others] = printed('Restore')
  assert.deepEqual(others, [])
  const key = readFileSync(join(first, 'secret-key'), 'utf8').trim()
  const byKey = parsed(line, { SECRET_KEY: key })
  assert.deepEqual(Object.keys(byKey.env), ['DATA_DIR', 'SECRET_KEY'])
  await done([...byKey.words, '--json'], byKey.env)
  const passphrase = ['--passphrase-file', join(folder, 'etc/evident/passphrase')]
  const byPassphrase = { DATA_DIR: join(folder, 'srv/another') }
  await done([...byKey.words, ...passphrase, '--json'], byPassphrase)
  assert.ok(existsSync(join(byPassphrase.DATA_DIR, 'secret-key')), 'the key is kept in the new folder')

  for (const env of [byKey.env, byPassphrase]) {
    // An existing owner must give their own password. Only the correct password creates a second organization.
    const again = (given: string) =>
      evident(['setup', '--org', 'Second', ...shop.slice(2), '--password', given, '--json'], env)
    assert.notEqual((await again('another-password-than-hers')).code, 0)
    const second = await again(password)
    assert.equal(second.code, 0, second.err)
    assert.notEqual(JSON.parse(second.out).organizationId, made.organizationId)
    assert.match(await done(['doctor'], env), /database/i)
    const refused = await evident([...byKey.words, ...passphrase], env)
    assert.notEqual(refused.code, 0)
    assert.match(refused.out + refused.err, /not empty/)
  }
})
