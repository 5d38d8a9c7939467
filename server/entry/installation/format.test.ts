import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requireSameSchema } from './format.ts'

const migrations = (...names: string[]) => names.map((name) => ({ name, sha256: `digest of ${name}` }))
const replaced = ['0001_roles_and_tenancy.sql', '0360_filled_again.sql', '0370_packed_products.sql']
const baseline = ['0001_roles.sql', '0025_jobs.sql']
const later = ['0380_drop_uuidv7.sql', '0381_job_workers.sql']

test('backups of a baseline database and of an older database fit the same schema', () => {
  for (const made of [replaced, baseline])
    for (const here of [replaced, baseline])
      requireSameSchema(migrations(...made, ...later), migrations(...here, ...later))
})

test('a backup of an older schema is refused with the name of its last migration', () => {
  const here = migrations(...baseline, ...later)
  const madeBy = (...names: string[]) => requireSameSchema(migrations(...names), here)
  assert.throws(() => madeBy(...replaced.slice(0, 2)), /older version \(its last migration is 0360_filled_again\.sql\)/)
  assert.throws(() => madeBy(...replaced), /older version \(its last migration is 0370_packed_products\.sql\)/)
  assert.throws(() => madeBy(...replaced, '0380_drop_uuidv7.sql'), /older version .*0380_drop_uuidv7\.sql/)
  assert.throws(() => madeBy(), /older version \(its last migration is none\)/)
})

test("a backup of a newer or different schema is refused with the migration's name", () => {
  const here = migrations(...baseline, ...later)
  assert.throws(
    () => requireSameSchema(migrations(...replaced, ...later, '0900_new.sql'), here),
    /with the migration 0900_new\.sql/,
  )
  const changed = migrations(...replaced, ...later).map((each) => ({ ...each, sha256: 'other' }))
  assert.throws(() => requireSameSchema(changed, here), /with the migration 0380_drop_uuidv7\.sql/)
})
