import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Group, OpenGroups } from './open-groups.ts'

type Member = { id: number; words: readonly string[] }
type Step = { type: 'join'; name: string; words: string[] } | { type: 'close' }

const maxMembers = 4
const step = fc.oneof(
  fc.record({
    type: fc.constant('join' as const),
    name: fc.constantFrom('a', 'b'),
    words: fc.uniqueArray(fc.constantFrom('p', 'q', 'r', 's', 't', 'u', 'v'), { minLength: 1, maxLength: 3 }),
  }),
  fc.record({ type: fc.constant('close' as const) }),
)

/**
 * Closes groups in the order of their start, as `Turns` does, and returns them with all members in the order of
 * arrival.
 */
function play(steps: readonly Step[]) {
  const groups = new OpenGroups<Member>(maxMembers)
  const open: Group<Member>[] = []
  const closed: Group<Member>[] = []
  const arrived: (Member & { name: string })[] = []
  const close = () => {
    const group = open.shift()
    if (!group) return
    groups.close(group)
    closed.push({ ...group, members: [...group.members] })
  }
  for (const each of steps) {
    if (each.type === 'close') close()
    else {
      const member = { id: arrived.length, words: each.words }
      arrived.push({ ...member, name: each.name })
      const group = groups.join(each.name, member)
      if (group) open.push(group)
    }
  }
  while (open.length > 0) close()
  return { closed, arrived }
}

test('every call is in one group of its name; no group has too many or conflicting calls', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { closed, arrived } = play(steps)
      const placed = closed.flatMap(({ name, members }) => members.map(({ id }) => [id, name]))
      assert.deepEqual(
        placed.sort(([a], [b]) => Number(a) - Number(b)),
        arrived.map(({ id, name }) => [id, name]),
      )
      for (const { members } of closed) {
        assert.ok(members.length <= maxMembers)
        const words = members.flatMap((member) => member.words)
        assert.equal(new Set(words).size, words.length)
      }
    }),
  )
})

test('conflicting calls run in the order of their arrival', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { closed, arrived } = play(steps)
      const groupOf = new Map(closed.flatMap(({ members }, at) => members.map(({ id }) => [id, at])))
      for (const a of arrived)
        for (const b of arrived)
          if (a.id < b.id && a.name === b.name && a.words.some((word) => b.words.includes(word)))
            assert.ok((groupOf.get(a.id) as number) < (groupOf.get(b.id) as number))
    }),
  )
})
