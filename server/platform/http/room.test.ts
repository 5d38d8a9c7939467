import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRoom } from './room.ts'

/** How much an address gets, a little at a time. */
function fill(room: ReturnType<typeof createRoom>, network: string): number {
  let bytes = 0
  while (room.take(network, 1)) bytes++
  return bytes
}

test('one address has half of the room, and each further one half of what is left', () => {
  const room = createRoom(1024)
  assert.deepEqual(
    ['a', 'b', 'c', 'd'].map((network) => fill(room, network)),
    [512, 256, 128, 64],
  )
  assert.equal(room.take('e', 33), false)
  assert.equal(room.take('e', 32), true)
})

test('what is given back is room again, for whoever asks', () => {
  const room = createRoom(1024)
  fill(room, 'a')
  room.give('a', 512)
  assert.equal(fill(room, 'b'), 512)
  assert.equal(room.take('a', 257), false)
  room.give('b', 512)
  assert.equal(fill(room, 'a'), 512)
})
