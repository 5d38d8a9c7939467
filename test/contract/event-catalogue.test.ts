import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue } from '#resources/events/events.ts'
import { areas } from '../../server/entry/areas.ts'

test('webhooks can carry every event that an area declares, and no other', () => {
  const names = (kinds: readonly { name: string }[]) => kinds.map(({ name }) => name).sort()
  assert.ok(catalogue.length > 10, `${catalogue.length}`)
  assert.deepEqual(names(catalogue), names(areas.events))
})
