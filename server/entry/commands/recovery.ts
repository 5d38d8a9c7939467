import { makeResetLink } from '#resources/account/recovery/commands.ts'
import { deleteSecondFactor } from '#resources/account/two-factor/commands.ts'
import { OperatorError } from '../operator.ts'
import type { Service } from '../service.ts'

export async function resetLink({ db, services }: Service, email: string): Promise<string> {
  const person = await services.users.findByEmail(email)
  if (!person) throw new OperatorError(`No account has the address ${email}.`)
  const url = await makeResetLink({ db, services }, person)
  if (!url)
    throw new OperatorError(
      `${email} has three open links already. Use one, or wait until they expire within the hour.`,
    )
  return url
}

export async function resetSecondFactor({ db, services }: Service, email: string): Promise<void> {
  const person = await services.users.findByEmail(email)
  if (!person) throw new OperatorError(`No account has the address ${email}.`)
  if (!(await deleteSecondFactor({ db, services }, person))) throw new OperatorError(`${email} has no second factor.`)
}
