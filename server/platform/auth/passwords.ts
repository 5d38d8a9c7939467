// We require no mixture of character kinds, because back-off.ts slows down guessing.
import { invalidField } from '../values/errors.ts'

export const minPasswordLength = 10
export const maxPasswordLength = 200

/** Throws 400 for a password that is easily guessed. `path` is the field that contains it. */
export async function requireGoodPassword(password: string, email: string, path = '/password'): Promise<void> {
  const wrong = await findWeakness(password, email)
  if (wrong) throw invalidField(path, wrong)
}

/** The reason for a refusal, as the end of a sentence; undefined for a good password. */
export async function findWeakness(password: string, email: string): Promise<string | undefined> {
  const length = [...password].length
  if (length < minPasswordLength) return `must have at least ${minPasswordLength} characters`
  if (length > maxPasswordLength) return `must have at most ${maxPasswordLength} characters`
  const text = password.toLowerCase()
  const person = email.toLowerCase()
  if (isBuiltOn(text, person) || isBuiltOn(text, person.split('@')[0] ?? ''))
    return 'is made of the e-mail address; choose another'
  if (new Set(text).size < 4) return 'repeats a few characters; choose another'
  const common = await commonPasswords()
  if (common.has(text) || common.has(core(text))) return 'is one of the passwords that are tried first; choose another'
  return undefined
}

/** Attackers who try `summer` also try `Summer2026!`. */
const core = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

const isBuiltOn = (text: string, name: string) => name.length >= 4 && (text === name || core(text) === core(name))

let loaded: Promise<Set<string>> | undefined

/** 49,000 leaked passwords, most frequent first, loaded when the first password is chosen. */
function commonPasswords(): Promise<Set<string>> {
  loaded ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return loaded
}
