import { LRUCache } from 'lru-cache'
import { textsIn } from '#locales/texts.ts'
import type { StoreReads } from '#platform/db/db.ts'
import type { Log } from '#platform/process/log.ts'
import { readBranding } from '#resources/email-branding/commands.ts'
import type { EmailBranding } from '#resources/email-branding/schema.ts'
import type { Definition } from '../template-definitions/definition.ts'
import { requireDefinition } from '../template-definitions/definitions.ts'
import { compose, type MailContent } from './compose.ts'
import { loadEngines } from './liquid.ts'
import { type Choice, chooseLocale } from './locales.ts'
import { builtInTemplate, type CustomTexts, estimateSize } from './parsed-templates.ts'
import { render } from './renderer.ts'
import { buildScope } from './scope.ts'
import * as store from './store.ts'

export type MailToRender = { template: string; locale: string | null; data: Record<string, unknown> }

/** Failing texts are logged and replaced by the built-in ones, because due mail must be sent. */
export async function renderMessage(tx: StoreReads, message: MailToRender, log?: Log): Promise<MailContent> {
  const definition = requireDefinition(message.template)
  const [branding, { shop, versions }] = await Promise.all([readBranding(tx), store.findVersions(tx, definition.name)])
  const { draft, isTest, data } = trialIn(message)
  const spoken = new Set([...versions.keys(), ...(draft && message.locale ? [message.locale] : [])])
  const choice = chooseLocale(message.locale, branding.defaultLocale, spoken)
  const { timezone } = shop
  const builtIn = () => builtInMail({ definition, choice, branding }, data, timezone)
  const own = draft ? { words: draft, version: null } : await readCustomTexts(tx, definition, choice, versions)
  const content = own ? await inOwnWords(own) : await builtIn()
  return isTest
    ? { ...content, subject: `[${textsIn('mails', choice.language).words.test}] ${content.subject}` }
    : content

  async function inOwnWords(own: CustomVersion): Promise<MailContent> {
    const asked = { template: definition.name, choice, branding, ...own, data, timezone }
    const rendering = await render(tx, 'compose', asked)
    if ('answer' in rendering) return rendering.answer
    const { problem } = rendering
    log?.warn({ store: tx.storeEnvId, template: definition.name, problem }, 'a mail template failed')
    return builtIn()
  }
}

type TemplateVariant = { definition: Definition; choice: Choice; branding: EmailBranding }

/** The built-in texts are trusted, so they need no worker thread. */
export async function builtInMail({ definition, choice, branding }: TemplateVariant, data: unknown, timezone: string) {
  const engines = await loadEngines()
  const template = builtInTemplate(engines, definition, choice.language)
  return compose(engines, template, buildScope(definition, data, branding, choice), { timezone })
}

/** A draft is stored in the data of its test mail, so that the store's own texts do not change. */
export const trialKey = '$trial'
export type Trial = { draft: CustomTexts | null }

function trialIn({ data }: MailToRender) {
  const { [trialKey]: found, ...rest } = data
  const trial = found as Trial | undefined
  return { draft: trial?.draft ?? null, isTest: trial !== undefined, data: rest }
}

type CustomVersion = { words: CustomTexts; version: string | null }

/**
 * Caches the source of stores' texts, enough for a hundred mails. Module state, because the memory limit applies to the
 * process.
 */
const customTexts = new LRUCache<string, CustomVersion>({ maxSize: 3_000_000 })

export const cachedCustomTexts = () => ({
  entries: customTexts.size,
  characters: customTexts.calculatedSize,
  room: customTexts.maxSize,
})

async function readCustomTexts(
  tx: StoreReads,
  definition: Definition,
  { own: locale }: Choice,
  versions: ReadonlyMap<string, string>,
): Promise<CustomVersion | undefined> {
  if (locale === undefined) return undefined
  const found = customTexts.get(versions.get(locale) ?? '')
  if (found) return found
  const stored = await store.find(tx, definition.name, locale)
  if (!stored) return undefined
  const { version, subject, preheader, heading, body, button, html, text } = stored
  const own = { words: { subject, preheader, heading, body, button, html, text }, version }
  customTexts.set(version, own, { size: estimateSize(own.words) })
  return own
}
