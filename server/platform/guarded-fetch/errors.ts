// The few ways in which a call to a merchant's address fails. The messages are shown to merchants and go into delivery logs,
// so they are fixed sentences: whether a port was closed, filtered or spoke another protocol is not revealed.

export type GuardedFetchCode = keyof typeof messages

const messages = {
  address_refused: 'The address may not be called.',
  connect_failed: 'No connection could be made to the address.',
  tls_failed: 'The certificate or the encryption of the address was not accepted.',
  timeout: 'The address did not answer in time.',
  too_large: 'The header of the answer was too large.',
  file_too_large: 'The file is larger than what is read of one.',
  protocol_error: 'The answer broke off or was not valid HTTP.',
  aborted: 'The call was given up by the caller.',
} as const

export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError'
  readonly code: GuardedFetchCode

  /** `cause` is for the operator's log only: it may tell what the message hides. */
  constructor(code: GuardedFetchCode, cause?: unknown) {
    super(messages[code], { cause })
    this.code = code
  }
}

/** What an error of the client means, by whether the request had a connection yet. */
export function asGuardedFetchError(error: unknown, isConnected: boolean): GuardedFetchError {
  if (error instanceof GuardedFetchError) return error
  const { code = '' } = error as { code?: string }
  if (!isConnected) return new GuardedFetchError(isTlsRefusal(code) ? 'tls_failed' : 'connect_failed', error)
  return new GuardedFetchError(code === 'UND_ERR_HEADERS_OVERFLOW' ? 'too_large' : 'protocol_error', error)
}

// Only what a real TLS peer can cause. A port that speaks something else fails the handshake too, but saying so would
// tell an open port from a filtered one.
function isTlsRefusal(code: string): boolean {
  return /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|ERR_TLS_CERT_|ERR_SSL_\w*ALERT)/.test(
    code,
  )
}
