import { AppError, conflict } from '#platform/values/errors.ts'

/** The same for whatever is wrong with it: the reasons would help nobody but an attacker. */
export const passkeyRefused = () =>
  new AppError(
    401,
    'passkey_refused',
    'This passkey was not accepted: it is not known here, its holder was not verified, or this took too long. Try again.',
  )

export const passkeyKnown = () => conflict('This passkey is known here already.', 'passkey_known')

export const tooManyPasskeys = (most: number) =>
  conflict(`An account has at most ${most} passkeys; remove one that is no longer used.`, 'too_many_passkeys')

export const passkeysUnavailable = () =>
  conflict(
    'Passkeys are bound to a host name, and this service is reached by an address alone. Its operator has to name one in PUBLIC_ORIGIN.',
    'passkeys_unavailable',
  )
