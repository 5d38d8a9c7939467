import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitUploads } from './receive.ts'

const refusal = (error: unknown) => {
  const { status, code, headers } = error as { status: number; code: string; headers: Record<string, string> }
  return { status, code, headers }
}

test('a store uploads three files at the same time without limiting another store', async () => {
  const ends: (() => void)[] = []
  const file = (store: string) => limitUploads(store, () => new Promise<string>((end) => ends.push(() => end('taken'))))
  const running = ['one', 'one', 'one', 'two'].map(file)
  assert.equal(ends.length, 4)
  assert.deepEqual(await file('one').catch(refusal), {
    status: 429,
    code: 'rate_limited',
    headers: { 'retry-after': '10' },
  })
  assert.equal(ends.length, 4)
  ends[0]?.()
  assert.equal(await running[0], 'taken')
  const next = file('one')
  await assert.rejects(file('one'))
  for (const end of ends) end()
  assert.deepEqual(
    await Promise.all([...running, next]),
    Array.from({ length: 5 }, () => 'taken'),
  )
})

test('a broken upload frees its slot', async () => {
  for (let i = 0; i < 5; i++)
    await assert.rejects(
      limitUploads('one', () => Promise.reject(new Error('broke off'))),
      /broke off/,
    )
  assert.equal(await limitUploads('one', async () => 'taken'), 'taken')
})
