import { Type } from 'typebox'
import { job } from '#platform/jobs.ts'

export default [
  job({
    id: 'account.mail_invitation',
    payload: Type.Object({ organizationId: Type.String(), to: Type.String(), acceptUrl: Type.String() }),
    run: ({ services }, { organizationId, to, acceptUrl }) =>
      services.mail.send({
        organizationId,
        to,
        subject: 'You have been invited to Evident',
        text: `You have been invited to work on a store's reviews with Evident.\n\nAccept here within seven days:\n${acceptUrl}\n\nIf you do not expect this, ignore it: nothing happens.\n`,
      }),
  }),
]
