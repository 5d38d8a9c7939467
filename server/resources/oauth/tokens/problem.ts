// Error responses of the standard's endpoints: `{error, error_description}` (RFC 6749 §5.2).

const statuses = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  invalid_target: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
  unsupported_token_type: 400,
} as const

export type OAuthError = keyof typeof statuses

export class OAuthProblem extends Error {
  readonly error: OAuthError
  readonly status: number
  constructor(error: OAuthError, description: string) {
    super(description)
    this.error = error
    this.status = statuses[error]
  }
}

const longestParameter = 4000

/** Each parameter may occur at most once. An empty parameter counts as missing (RFC 6749 §3.2). */
export function readOnce(parameters: URLSearchParams): Map<string, string> {
  const read = new Map<string, string>()
  const seen = new Set<string>()
  for (const [name, value] of parameters) {
    if (seen.has(name))
      throw new OAuthProblem('invalid_request', `${shown(name)} was sent more than once. Send it once.`)
    seen.add(name)
    if (value.length > longestParameter || value.includes('\0'))
      throw new OAuthProblem('invalid_request', `${shown(name)} is too long or contains a NUL.`)
    if (value !== '') read.set(name, value)
  }
  return read
}

/** error_description allows no quotes, backslashes or non-ASCII characters (RFC 6749 §5.2). */
const shown = (name: string) => name.replace(/[^\w-]/g, '?').slice(0, 60)
