import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import yauzl from 'yauzl'
import yazl from 'yazl'
import { addFile, keepsSeal, seal, sealToCome } from './zip.ts'

const folder = mkdtempSync(join(tmpdir(), 'zip-'))
after(() => rmSync(folder, { recursive: true }))

async function made(isSealed: boolean): Promise<Buffer> {
  const zip = new yazl.ZipFile()
  const written = buffer(isSealed ? zip.outputStream.pipe(seal()) : zip.outputStream)
  const added = await addFile(zip, 'a.txt', Readable.from(['one\n'.repeat(20)]), { mtime: new Date(0), compress: true })
  assert.deepEqual(added, { bytes: 80, sha256: 'f18df0d06ea6c6c98aac25a2ce5f685832144bf01b5eff901011284abcbc79db' })
  zip.addBuffer(Buffer.from('two'), 'b.txt', { mtime: new Date(0), compress: false })
  zip.end(isSealed ? sealToCome : undefined)
  return written
}

async function holds(bytes: Buffer): Promise<boolean> {
  const path = join(folder, 'a.zip')
  writeFileSync(path, bytes)
  const zip = await yauzl.openPromise(path, { autoClose: false }).catch(() => undefined)
  try {
    return zip !== undefined && (await keepsSeal(path, zip))
  } finally {
    zip?.close()
  }
}

test('in a sealed ZIP any changed, missing or added byte is detected', async () => {
  const whole = await made(true)
  assert.ok(await holds(whole))
  for (let at = 0; at < whole.length; at++) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] as number) ^ (1 << (at % 8))
    assert.equal(await holds(changed), false, `byte ${at}`)
  }
  for (const bytes of [whole.subarray(0, -1), whole.subarray(1), Buffer.concat([whole, Buffer.of(0)])])
    assert.equal(await holds(bytes), false)
})

test("another program's ZIP has no seal to verify", async () => {
  assert.ok(await holds(await made(false)))
})
