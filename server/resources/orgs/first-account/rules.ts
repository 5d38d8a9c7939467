import { createHash, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#platform/process/secrets.ts'
import { forbidden } from '#platform/values/errors.ts'
import { parseRateLimits } from '#platform/values/windows.ts'

/** Of one client: each costs a hash, and a guess. */
export const firstAccountLimits = parseRateLimits('10/600s')

/** The same in every process of the installation, and of no use once there is an account. */
export const firstAccountToken = ({ operatorTokenFor }: Pick<Secrets, 'operatorTokenFor'>): string =>
  operatorTokenFor('first account')

/** Takes as long whatever was guessed. */
export const isFirstAccountToken = (secrets: Pick<Secrets, 'operatorTokenFor'>, given: string): boolean =>
  timingSafeEqual(digestOf(given), digestOf(firstAccountToken(secrets)))

const digestOf = (text: string) => createHash('sha256').update(text).digest()

export const alreadyMade = () =>
  forbidden('first_account_made', 'Somebody has an account here already. Sign in, or ask one of them to invite you.')

export const tokenNeeded = () =>
  forbidden(
    'first_account_token',
    'Only who runs the service makes its first account: on that machine itself, or with the token that it printed when it started.',
  )
