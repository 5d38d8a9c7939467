// Whether the Liquid of a sequence's mails can be used, in all their languages.
import type { StoreScope } from '#platform/db/db.ts'
import type { Detail } from '#platform/values/errors.ts'
import { checkWords } from '#resources/email/templates/worded.ts'
import { type Mail, refusal, type Step, wordsIn } from './rules.ts'

const mostProblems = 20

/** Outside of any transaction, since merchants' Liquid takes what it takes. */
export async function requireWords(scope: StoreScope, steps: readonly Step[]): Promise<void> {
  const problems: Detail[] = []
  for (const [at, step] of steps.entries())
    if (step.type === 'mail' && problems.length < mostProblems)
      problems.push(...(await problemsOf(scope, step, `/steps/${at}`)))
  if (problems.length > 0) throw refusal(problems)
}

/** Each language as its readers get it, so with what it leaves to the mail itself; `at` is where the mail stands in the request. */
export async function problemsOf(scope: StoreScope, mail: Mail, at: string): Promise<Detail[]> {
  const problems = await checkWords(scope, mail, at)
  for (const locale of Object.keys(mail.translations ?? {})) {
    if (problems.length > 0) break
    problems.push(...(await checkWords(scope, wordsIn(mail, locale), `${at}/translations/${locale}`)))
  }
  return problems
}
