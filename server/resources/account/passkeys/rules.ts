import { AppError, conflict } from '#platform/values/errors.ts'

/** One message for every cause: the reason would help only an attacker. */
export const passkeyRefused = () =>
  new AppError(
    401,
    'passkey_refused',
    'Passkey not accepted: it is not registered here, its holder was not verified, or the request expired. Try again.',
  )

export const passkeyKnown = () => conflict('This passkey is already registered.', 'passkey_known')

export const tooManyPasskeys = (most: number) =>
  conflict(`An account has at most ${most} passkeys. Remove one that you no longer use.`, 'too_many_passkeys')

export const passkeysUnavailable = () =>
  conflict(
    'Passkeys need a host name, and this service is reached by an IP address. Ask its operator to set PUBLIC_ORIGIN.',
    'passkeys_unavailable',
  )
