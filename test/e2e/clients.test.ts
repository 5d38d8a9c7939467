// Third-party tools read the OpenAPI document: a linter, and the clients of two generators, which read every list of a
// shop.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { type FilledShop, fillShop } from '#test/filled-shop.ts'

const skip = process.env.TEST_NPM_REGISTRY
  ? false
  : 'NOT RUN: npm cannot reach its registry, where these tools come from'

describe('third-party tools', { skip }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-clients-'))
  let filled: FilledShop
  before(async () => {
    cpSync(join(import.meta.dirname, '../clients'), folder, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    })
    filled = await fillShop({ tidy: false })
    const document = (await filled.service.anonymous.get('/openapi.json')).text
    writeFileSync(join(folder, 'openapi.json'), document)
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
  })
  after(async () => {
    await filled?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function run(program: string, args: string[]): Promise<string> {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    const [out, err, code] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.once('exit', resolve)),
    ])
    assert.equal(code, 0, `${program} ${args.join(' ')}\n${out}\n${err}`)
    return out
  }

  test('every linter finding has a listed reason', async () => {
    await run(process.execPath, ['lint.mjs', join(import.meta.dirname, '../../contracts/openapi.json')])
  })

  test('clients of two generators compile strictly and read every list', async () => {
    const { app } = filled.service
    await app.listen({ port: 0, host: '127.0.0.1' })
    const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1`
    await run(process.execPath, ['generate.mjs', 'openapi.json'])
    await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', '.'])
    const { adminKey, storeEnvId } = filled.shop
    const output = await run(process.execPath, ['main.mjs', 'openapi.json', base, adminKey, storeEnvId])
    const { read, rows } = JSON.parse(output)
    assert.ok(read >= 20 && rows >= 20, output)
  })
})
