import { OfStore } from '#platform/agenda.ts'
import { job } from '#platform/jobs.ts'
import { tidy } from './commands.ts'

export default [
  job({ id: 'email_suppressions.tidy', payload: OfStore, run: ({ db }, scope) => db.store(scope, 'write', tidy) }),
]
