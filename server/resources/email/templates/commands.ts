import type { StoreTx } from '#platform/db/db.ts'
import type { Log } from '#platform/log.ts'
import { readBranding } from '#resources/email-branding/commands.ts'
import { compose, type MailContent, type Sheet } from './compose.ts'
import { type Definition, requireDefinition } from './definitions/definitions.ts'
import { type Engines, loadEngines, problemOf } from './liquid.ts'
import { type Choice, chooseLocale } from './locales.ts'
import { scopeOf } from './scope.ts'
import { builtInSheet, keepSheet, keptSheet, type OwnWords, parseSheet } from './sheets.ts'
import * as store from './store.ts'
import { languages } from './texts/texts.ts'

export type { MailContent } from './compose.ts'

export type MailToRender = { template: string; locale: string | null; data: Record<string, unknown> }

/**
 * The mail as it goes out, in the store's own words and look. Words of the store that fail are told to `log` and left
 * aside for the built-in ones: a mail that is due goes out.
 */
export async function renderMessage(tx: StoreTx, message: MailToRender, log?: Log): Promise<MailContent> {
  const definition = requireDefinition(message.template)
  const [engines, branding, { shop, versions }] = await Promise.all([
    loadEngines(),
    readBranding(tx),
    store.findVersions(tx, definition.name),
  ])
  const { draft, isTest, data } = trialIn(message)
  const spoken = new Set([...versions.keys(), ...(draft && message.locale ? [message.locale] : [])])
  const choice = chooseLocale(message.locale, branding.defaultLocale, spoken)
  const own = draft
    ? () => parseSheet(engines, definition, choice.language, draft)
    : await ownSheet(tx, engines, definition, choice, versions)
  const scope = scopeOf(definition, data, branding, choice)
  const fill = (sheet: Sheet) => compose(engines, sheet, scope, { timezone: shop.timezone })
  const builtIn = () => fill(builtInSheet(engines, definition, choice.language))
  const content = own ? attempt(() => fill(own()), builtIn, tell) : builtIn()
  return isTest ? { ...content, subject: `[${languages[choice.language].words.test}] ${content.subject}` } : content

  function tell(problem: string): void {
    log?.warn({ store: tx.storeEnvId, template: definition.name, problem }, 'a mail template failed')
  }
}

function attempt<T>(wanted: () => T, instead: () => T, tell: (problem: string) => void): T {
  try {
    return wanted()
  } catch (error) {
    tell(problemOf(error))
    return instead()
  }
}

/** Words that somebody tries out travel with the test: what is stored may be others, and stays as it is. */
export const trialKey = '$trial'
export type Trial = { draft: OwnWords | null }

function trialIn({ data }: MailToRender) {
  const { [trialKey]: found, ...rest } = data
  const trial = found as Trial | undefined
  return { draft: trial?.draft ?? null, isTest: trial !== undefined, data: rest }
}

/** The store's own words for it, if there are any; what this process has parsed already is not read again. */
async function ownSheet(
  tx: StoreTx,
  engines: Engines,
  definition: Definition,
  { own: locale, language }: Choice,
  versions: ReadonlyMap<string, string>,
): Promise<(() => Sheet) | undefined> {
  if (locale === undefined) return undefined
  const kept = keptSheet(`${versions.get(locale)} ${language}`)
  if (kept) return () => kept
  const stored = await store.find(tx, definition.name, locale)
  return (
    stored &&
    (() => keepSheet(`${stored.version} ${language}`, parseSheet(engines, definition, language, stored), stored))
  )
}
