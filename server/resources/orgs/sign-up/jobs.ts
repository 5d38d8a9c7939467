import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { mailSignUp } from './commands.ts'
import { signUpMail } from './rules.ts'
import * as store from './store.ts'

const rememberedMs = 30 * 86_400_000

export default [
  job({ id: signUpMail, across: true, payload: Type.Object({ nonce: Type.String() }), run: mailSignUp }),
  job({
    id: 'orgs.clean_sign_ups',
    across: true,
    payload: Type.Object({}),
    schedule: '41 3 * * *',
    run: async ({ db, now }) =>
      void (await db.system('write', (tx) => store.deleteExpired(tx, new Date(now.getTime() - rememberedMs)))),
  }),
]
