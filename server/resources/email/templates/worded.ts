// Mails without a template. Their area stores the texts, checks them before saving, and passes them when mails are sent.
import type { StoreReads, StoreScope } from '#platform/db/db.ts'
import type { Detail } from '#platform/values/errors.ts'
import { readBranding } from '#resources/email-branding/commands.ts'
import { defaultLook, withDerivedColors } from '#resources/email-branding/rules.ts'
import { requireDefinition } from '../template-definitions/definitions.ts'
import { sequenceMail } from '../template-definitions/sequences.ts'
import { chooseLocale } from './locales.ts'
import type { CustomTexts } from './parsed-templates.ts'
import { type Rendering, render } from './renderer.ts'
import type { MailWords, OwnWords } from './schema.ts'
import * as store from './store.ts'

const { name: template } = sequenceMail

export const sampleForWords = sequenceMail.sample

const toCustomTexts = ({ subject, heading, body, button }: MailWords): CustomTexts => ({
  ...{ subject, preheader: '', heading: heading ?? '', body, button: button?.label ?? '', link: button?.url ?? null },
  ...{ html: null, text: null },
})

export async function checkWords(scope: StoreScope, words: MailWords, at: string): Promise<Detail[]> {
  const { html: _, text: __, ...fields } = toCustomTexts(words)
  const branding = withDerivedColors(defaultLook, null)
  const choice = chooseLocale('en', 'en', new Set())
  const asked = { template, choice, branding, fields: { ...fields, mjml: null }, layout: undefined, at: '' } as const
  const checked = await render(scope, 'checkDraft', asked)
  if ('problem' in checked) return [{ path: at, message: checked.problem }]
  return checked.answer.problems.map(({ path, message }) => ({ path: at + (places[path] ?? path), message }))
}

const places: Record<string, string> = { '/button': '/button/label', '/link': '/button/url' }

export async function renderWords(
  tx: StoreReads,
  { words, version, locale }: OwnWords,
  data: Record<string, unknown>,
  name = 'sequence_mail',
): Promise<Rendering<'compose'>> {
  const [branding, { shop }] = await Promise.all([readBranding(tx), store.findVersions(tx, template)])
  const choice = chooseLocale(locale, branding.defaultLocale, new Set())
  const { timezone } = shop
  return render(tx, 'compose', {
    template: requireDefinition(name).name,
    choice,
    branding,
    words: toCustomTexts(words),
    version,
    data,
    timezone,
  })
}
