import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'
import { type Language, receiverIn } from './receivers.ts'

const secret = `whsec_${randomBytes(32).toString('base64')}`
const body = '{"event":"review.approved","data":{"id":"019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01"}}'
let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'receivers-'))
})
after(() => rmSync(folder, { recursive: true, force: true }))

type Program = { command: string; args(path: string, port: number): string[] }

const programs: Record<Language, Program> = {
  'Node.js': { command: process.execPath, args: (path) => [path] },
  Python: { command: 'python3', args: (path) => [path] },
  PHP: { command: 'php', args: (path, port) => ['-S', `127.0.0.1:${port}`, path] },
}

for (const [language, { command, args }] of Object.entries(programs) as [Language, Program][]) {
  const isThere = spawnSync(command, ['--version']).status === 0
  test(`the ${language} receiver accepts our deliveries and refuses all others`, {
    skip: !isThere && `no ${command} here`,
  }, async () => {
    const port = await freePort()
    const { fileName, code } = receiverIn(language, 'https://hooks.acme.example/evident?from=us')
    const path = join(folder, fileName)
    writeFileSync(path, code)
    const child = spawn(command, args(path, port), {
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said = listen(child)
    try {
      const send = (signature: string, text = body) =>
        fetch(`http://127.0.0.1:${port}/evident`, {
          method: 'POST',
          headers: { 'x-service-signature-v2': signature, 'content-type': 'application/json' },
          body: text,
        }).then(({ status }) => status)
      await until(async () => (await send('').catch(() => 0)) === 400, 'it listens')
      const now = Math.floor(Date.now() / 1000)
      assert.equal(await send(signed(now)), 200)
      assert.equal(await send(signed(now), body.replace('approved', 'rejected')), 400, 'another body')
      assert.equal(await send(signed(now - 3_600)), 400, 'an old one')
      assert.equal(await send(signed(now, `${secret}x`)), 400, 'another secret')
      await until(() => /review\.approved 019a9f50/.test(said()), 'it says what happened')
    } finally {
      child.kill()
    }
  })
}

function signed(t: number, key = secret): string {
  return `t=${t},v1=${createHmac('sha256', key).update(`${t}.${body}`).digest('hex')}`
}

function listen(child: ChildProcess): () => string {
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (text += chunk))
  return () => text
}
