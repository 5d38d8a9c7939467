import { ApiError } from '../../../../api/client.ts'
import type { TestResult } from '../../../../api/shops/shops.ts'
import { errorAt } from '../../../../components/forms/field-errors.ts'
import type { CredentialField } from './platforms.tsx'

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : undefined)

const onlyFailure = (result: TestResult | undefined, name: 'shop' | 'credentials') =>
  result?.checks.length === 1 && result.checks[0]?.ok === false && result.checks[0].name === name
    ? result.checks[0].message
    : undefined

export function readRefusal(error: Error | null, result: TestResult | undefined, fields: readonly CredentialField[]) {
  const refused = codeOf(error) === 'credentials_refused' ? error?.message : onlyFailure(result, 'credentials')
  const unreachable = codeOf(error) === 'shop_unreachable' ? error?.message : onlyFailure(result, 'shop')
  // The platform refuses the credentials as a whole, so the error appears at the last required field.
  const last = fields.filter(({ isOptional }) => !isOptional).at(-1)
  const ofField = ({ name }: CredentialField) =>
    errorAt(error, `/credentials/${name}`) ?? (name === last?.name ? refused : undefined)
  const address = errorAt(error, '/address') ?? unreachable
  const isSaid = address !== undefined || fields.some((field) => ofField(field) !== undefined)
  return { address, ofField, rest: isSaid ? undefined : (error?.message ?? refused) }
}
