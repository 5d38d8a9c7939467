const reasonTexts: Record<string, string> = {
  outcome_unknown: 'no answer came: the provider may have the event already, so it is not sent a second time',
  connection_removed: 'the connection was removed',
  provider_changed: 'another connection sends the requests now',
  audience_unknown: 'the audience was not found',
  key_unreadable: 'the key of the connection was encrypted with a secret that this service no longer has',
  unreadable: 'the event was encrypted with a secret that this service no longer has',
  aborted: 'the service was stopping',
  address_refused: 'the address of the provider is not allowed',
  connect_failed: 'the provider could not be reached',
  tls_failed: 'no safe connection could be made to the provider',
  timeout: 'the provider did not answer in time',
  protocol_error: "the provider's answer was incomplete",
}

const meanings: Record<string, string> = {
  401: ': it does not accept the key',
  403: ': the key lacks the permission',
  404: ': it does not know the recipient or the list',
  429: ': too many calls',
}

export function formatCause(reason: string): string | undefined {
  const [, status, code] = /^http_(\d{3})(?: (.+))?$/.exec(reason) ?? []
  if (!status) return reasonTexts[reason]
  return `the provider answered ${status}${code ? ` (${code.replaceAll('_', ' ')})` : (meanings[status] ?? '')}`
}
