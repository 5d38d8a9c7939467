import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSources } from './check-boundaries.ts'
import { countPublishers, findProblems } from './check-publishers.ts'

const ofProject = readSources(join(import.meta.dirname, '..'))

const bites = (promise: string, files: Record<string, string>, expected: RegExp) =>
  test(promise, () => {
    const problems = findProblems(new Map(Object.entries(files)))
    assert.equal(problems.length, 1, problems.join('\n') || 'nothing was found')
    assert.match(problems[0] ?? '', expected)
  })

test('every event of this project has exactly one publisher', () => {
  assert.deepEqual(findProblems(ofProject), [])
})

test('all events of reviews and orders are published by their recorders', () => {
  const counts = countPublishers(ofProject)
  for (const event of ['Created', 'Approved', 'Rejected', 'MarkedSpam', 'Replied', 'Deleted'])
    assert.equal(counts.get(`review${event} of server/resources/reviews/events.ts`), 1, event)
  assert.equal(counts.get('reviewsChanged of server/resources/reviews/changes/events.ts'), 1)
  assert.equal(counts.get('ordersChanged of server/resources/orders/events.ts'), 1)
})

const recorder = {
  'server/resources/reviews/record.ts': `import { changed } from './events.ts'\npublish(tx, changed, { ids })`,
}

bites(
  'a second publisher of an event is refused',
  {
    ...recorder,
    'server/resources/imports/commands.ts': `import { changed } from '#resources/reviews/events.ts'\npublish(tx, changed, {})`,
  },
  /imports\/commands.ts and .*record.ts: one module per event/,
)

bites(
  'publishing an event that is not imported by name is refused',
  { 'server/resources/reviews/commands.ts': 'for (const kind of kinds) publish(tx, kind, data)' },
  /name an event that the module imports/,
)

const update = (columns: string, returning = '') =>
  `tx.all(sql\`update reviews r set ${columns} where r.store_env_id = \${tx.storeEnvId}${returning}\`)`

bites(
  'a write of reviews that returns no states is refused',
  { 'server/resources/reviews/store.ts': update("status = 'approved', updated_at = now()") },
  /must return stateColumns/,
)

bites(
  'a deletion of reviews that returns no states is refused',
  { 'server/resources/erasure/store.ts': `tx.run(sql\`delete from reviews where id = \${id}\`)` },
  /must return stateColumns/,
)

const derived = 'const written = (state: ReviewState) => toWrittenState(state)\n'

test('a write that returns no states is accepted in a module that derives them', () => {
  const text = `${derived}${update("status = 'approved'")}`
  assert.deepEqual(findProblems(new Map([['server/resources/reviews/store.ts', text]])), [])
})

bites(
  'a deletion that returns no states is refused in such a module too',
  { 'server/resources/reviews/store.ts': `${derived}tx.run(sql\`delete from reviews where id = \${id}\`)` },
  /must return stateColumns/,
)

const store = {
  'server/resources/reviews/store.ts': `export async function approve(tx: StoreTx): Promise<Written[]> {\n  return ${update("status = 'approved'", ` returning \${stateColumns}`)}\n}\n`,
}

bites(
  'a caller that drops the states of a write is refused',
  {
    ...store,
    'server/resources/reviews/commands.ts': `import * as store from './store.ts'\nif (isNew) await store.approve(tx)\n`,
  },
  /ignores what approve wrote/,
)

test('a recorded write and a write to the vote counter are accepted', () => {
  const files = {
    ...recorder,
    ...store,
    'server/resources/reviews/votes/store.ts': update('helpful_count = greatest(0, 1), updated_at = now()'),
    'server/resources/reviews/commands.ts': `import { approve } from './store.ts'\nrecordReviewChanges(tx, pairChanges(before, await approve(tx), cause))\n`,
  }
  assert.deepEqual(findProblems(new Map(Object.entries(files))), [])
})
