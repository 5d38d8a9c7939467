import type { StoreScope } from '#platform/db/db.ts'
import type { Detail } from '#platform/values/errors.ts'
import { checkWords } from '#resources/email/templates/worded.ts'
import { type Mail, refusal, type Step, wordsIn } from './rules.ts'

const mostProblems = 20

/** Call it outside of transactions, because merchants' Liquid can be slow. */
export async function requireWords(scope: StoreScope, steps: readonly Step[]): Promise<void> {
  const problems: Detail[] = []
  for (const [at, step] of steps.entries())
    if (step.type === 'mail' && problems.length < mostProblems)
      problems.push(...(await listProblems(scope, step, `/steps/${at}`)))
  if (problems.length > 0) throw refusal(problems)
}

export async function listProblems(scope: StoreScope, mail: Mail, at: string): Promise<Detail[]> {
  const problems = await checkWords(scope, mail, at)
  for (const locale of Object.keys(mail.translations ?? {})) {
    if (problems.length > 0) break
    problems.push(...(await checkWords(scope, wordsIn(mail, locale), `${at}/translations/${locale}`)))
  }
  return problems
}
