// These fixed sentences do not reveal whether a port was closed, was filtered or spoke another protocol.

export type GuardedFetchCode = keyof typeof messages

const messages = {
  address_refused: 'This address is not allowed. Use a public one.',
  connect_failed: 'Could not connect to this address.',
  tls_failed: 'The TLS certificate or encryption of this address was not accepted.',
  timeout: 'This address did not answer in time.',
  too_large: 'The response header was too large.',
  file_too_large: 'This file is too large to download.',
  protocol_error: 'The response broke off or was not valid HTTP.',
  aborted: 'The caller cancelled this call.',
} as const

export class GuardedFetchError extends Error {
  override readonly name = 'GuardedFetchError'
  readonly code: GuardedFetchCode

  /** `cause` is only for the operator's log, because it may reveal hidden details. */
  constructor(code: GuardedFetchCode, cause?: unknown) {
    super(messages[code], { cause })
    this.code = code
  }
}

export function asGuardedFetchError(error: unknown, isConnected: boolean): GuardedFetchError {
  if (error instanceof GuardedFetchError) return error
  const { code = '' } = error as { code?: string }
  if (!isConnected) return new GuardedFetchError(isTlsRefusal(code) ? 'tls_failed' : 'connect_failed', error)
  return new GuardedFetchError(code === 'UND_ERR_HEADERS_OVERFLOW' ? 'too_large' : 'protocol_error', error)
}

// A port that speaks another protocol also fails the handshake, but reporting a TLS error for it would reveal open ports.
function isTlsRefusal(code: string): boolean {
  return /^(CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|ERR_TLS_CERT_|ERR_SSL_\w*ALERT)/.test(
    code,
  )
}
