import { createHash, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/process/secrets.ts'
import { forbidden } from '#platform/values/errors.ts'
import { parseRateLimits } from '#platform/values/windows.ts'

/** Limits each client, because each attempt costs a hash and may guess the token. */
export const firstAccountLimits = parseRateLimits('10/600s')

/** The token is the same in every process of the installation, and useless after an account exists. */
export const firstAccountToken = ({ operatorTokenFor }: Pick<Secrets, 'operatorTokenFor'>): string =>
  operatorTokenFor('first account')

/** Takes constant time for any guess. */
export const isFirstAccountToken = (secrets: Pick<Secrets, 'operatorTokenFor'>, given: string): boolean =>
  timingSafeEqual(hashText(given), hashText(firstAccountToken(secrets)))

const hashText = (text: string) => createHash('sha256').update(text).digest()

export const alreadyMade = () =>
  forbidden('first_account_made', 'An account exists here already. Sign in, or ask for an invitation.')

export const tokenNeeded = () =>
  forbidden(
    'first_account_token',
    "Only the operator can create the first account: on the service's own machine, or with the token printed at startup.",
  )
