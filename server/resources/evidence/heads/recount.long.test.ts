import assert from 'node:assert/strict'
import { test } from 'node:test'
import { provideService } from '#test/service.ts'
import { findChangedEntry } from './recount-commands.ts'
import { growTree } from './tree-commands.ts'

const service = provideService()
const size = 150_000
const dayMs = 86_400_000

test('the recount finds a changed row or node of a large ledger within a few nights', {
  timeout: 300_000,
}, async () => {
  const shop = await service.shop('Large')
  await service.query(
    `insert into evidence_entries (store_env_id, seq, at, type, entry, leaf)
     select $1, n, now(), 'day', '{"n":' || n || '}', sha256('\\x00'::bytea || convert_to('{"n":' || n || '}', 'UTF8'))
       from generate_series(0, $2::int - 1) n`,
    [shop.storeEnvId, size],
  )
  await service.query('analyze evidence_entries')
  const { db } = service.service
  while (!(await db.store(shop, 'write', (tx) => growTree(tx, size))));
  const stopping = new AbortController().signal
  const find = (day: number, isWhole = false) =>
    findChangedEntry({ db, now: new Date(day * dayMs), stopping }, shop, size, { isWhole })
  assert.equal(await find(0), undefined)
  assert.equal(await find(0, true), undefined)
  const change = async (text: string, values: unknown[] = []) => service.query(text, [shop.storeEnvId, ...values])
  for (const seq of [0, 70_001, size - 1]) {
    await change('update evidence_entries set entry = $2 where store_env_id = $1 and seq = $3', ['{}', seq])
    assert.equal(await find(0, true), seq)
    const nights = await Promise.all([0, 1, 2, 3].map((day) => find(day)))
    assert.ok(nights.includes(seq), `found on one of four nights: ${nights}`)
    await change('update evidence_entries set entry = $2 where store_env_id = $1 and seq = $3', [`{"n":${seq}}`, seq])
  }
  for (const [level, place] of [
    [4, 5],
    [8, 300],
    [12, 20],
    [16, 1],
  ] as const) {
    const flip = `update evidence_nodes set hash = sha256(hash) where store_env_id = $1 and level = $2 and place = $3 returning hash`
    const old = `select hash from evidence_nodes where store_env_id = $1 and level = $2 and place = $3`
    const [row] = (await change(old, [level, place])).rows
    await change(flip, [level, place])
    const found = await find(0, true)
    assert.ok(found !== undefined && found <= place * 2 ** level, `level ${level}: ${found}`)
    await change('update evidence_nodes set hash = $4 where store_env_id = $1 and level = $2 and place = $3', [
      ...[level, place],
      row?.hash,
    ])
  }
  assert.equal(await find(0, true), undefined)
})
