import assert from 'node:assert/strict'
import { test } from 'node:test'
import { operation } from '../calls/operation.ts'
import type { Job } from '../jobs/jobs.ts'
import { AppError } from '../values/errors.ts'
import { type Area, composeAreas } from './area.ts'
import { contributionPoint } from './contributions.ts'

const list = (more: object = {}) =>
  operation({
    id: 'apples.list',
    http: 'GET /apples',
    tenancy: 'store',
    doc: { summary: 'List.' },
    run: () => undefined,
    ...more,
  })

test('declarations of all areas are merged before operations refer to them', () => {
  const apples: Area = {
    name: 'apples',
    operations: ({ features, scopes }) => [list({ doc: { summary: `${Object.keys(features)} of ${scopes.coming}` } })],
    errors: { rotten: 409 },
    constraints: { apples_once: () => new AppError(409, 'rotten', 'Rotten.') },
  }
  const pears: Area = { name: 'pears', scopes: ['pears', 'quinces'], features: { jam: 'growth' } }
  const areas = composeAreas([apples], [pears])
  assert.equal(areas.operations[0]?.doc.summary, 'jam of pears,quinces')
  assert.deepEqual(areas.scopes, { served: ['apples'], coming: ['pears', 'quinces'] })
  assert.deepEqual([areas.statuses.rotten, areas.statuses.not_found], [409, 404])
  assert.equal(areas.constraints.apples_once?.().code, 'rotten')
})

test('an area receives only the contributions meant for it, in list order', () => {
  const fruits = contributionPoint<string>('fruits')
  const tools = contributionPoint<string>('tools')
  const job = (id: string): Job => ({ id }) as Job
  const areas = composeAreas(
    [
      { name: 'jam', jobs: ({ contributions }) => fruits.in(contributions).map(job) },
      { name: 'apples', contributions: [fruits.of('apple', 'crab'), tools.of('knife')] },
      { name: 'pears', contributions: [fruits.of('pear')] },
    ],
    [],
  )
  assert.deepEqual(
    areas.jobs.map(({ id }) => id),
    ['apple', 'crab', 'pear'],
  )
})

test('a duplicate or missing declaration is refused before anything is served', () => {
  const refused = (...areas: Area[]) => {
    try {
      composeAreas(areas, [])
      return undefined
    } catch (error) {
      return (error as Error).message
    }
  }
  const a: Area = { name: 'a' }
  assert.equal(refused(a, { name: 'b' }), undefined)
  assert.equal(refused(a, a), 'Two areas are named a.')
  assert.equal(refused(a, { name: 'b', scopes: ['a'] }), 'Two scopes are named a.')
  assert.equal(refused({ ...a, operations: [list(), list()] }), 'Two operations are named apples.list.')
  assert.equal(
    refused({ ...a, operations: [list(), list({ id: 'apples.list_all' })] }),
    'Two routes are named GET /apples.',
  )
  assert.equal(refused({ ...a, errors: { not_found: 410 } }), 'Two error codes are named not_found.')
  assert.equal(
    refused({ ...a, operations: [list({ output: { errors: ['rotten'] } })] }),
    'apples.list returns rotten, which no area declares.',
  )
  assert.equal(
    refused({ ...a, operations: [list({ plan: { feature: 'jam' } })] }),
    'apples.list needs the feature jam, which no area declares.',
  )
})
