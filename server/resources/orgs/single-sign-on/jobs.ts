import { Type } from 'typebox'
import { job } from '#platform/jobs/jobs.ts'
import { AppError } from '#platform/values/errors.ts'
import { checkDomain } from './domains.ts'
import { lostMail } from './rules.ts'
import * as store from './store.ts'

const domainsAtOnce = 50

export default [
  job({
    id: 'orgs.check_domains',
    across: true,
    payload: Type.Object({}),
    schedule: '47 * * * *',
    operatorName: 'sign-on-domains',
    async run({ db, services, now, stopping }) {
      await db.system('write', (tx) => store.deleteExpiredAttempts(tx, now))
      // A check moves the domain's next check into the future, so the loop ends.
      for (;;) {
        const due = await db.system('read', (tx) => store.listDue(tx, domainsAtOnce))
        for (const { id, organizationId } of due) {
          if (stopping.aborted) return
          await checkDomain({ db, services }, organizationId, id).catch((error) => {
            // The domain was removed, or another organization proved it first.
            if (!(error instanceof AppError)) throw error
          })
        }
        if (due.length < domainsAtOnce) return
      }
    },
  }),
  job({
    id: lostMail,
    payload: Type.Object({ organizationId: Type.String(), domain: Type.String(), to: Type.String() }),
    run: ({ services }, { organizationId, domain, to }) =>
      services.mail.send({
        organizationId,
        to,
        subject: `Single sign-on for ${domain} has stopped`,
        text: `The DNS record that proves your domain ${domain} has been missing for 72 hours. People with an address of ${domain} can no longer sign in through your provider; where single sign-on is required they use their password again.\n\nPublish the record shown under Settings, Single sign-on, again, and press "Look now":\n${services.origin}/admin\n`,
      }),
  }),
]
