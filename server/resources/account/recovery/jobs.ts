import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { mailReset } from './commands.ts'
import { resetMail } from './rules.ts'

const text = Type.String()

export default [
  job({
    id: resetMail,
    across: true,
    payload: Type.Object({ email: text, nonce: text, address: text, userAgent: text }),
    run: mailReset,
  }),
]
