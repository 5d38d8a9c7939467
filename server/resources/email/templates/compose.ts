import type { EmailBranding } from '#resources/email-branding/schema.ts'
import { safeUrl } from './html.ts'
import type { Engines, ParsedSource, Scope } from './liquid.ts'
import { neutralised } from './markup.ts'
import { cleanHtml, tidyText, toPlainText } from './simple-html.ts'

export type MailContent = { subject: string; html: string; text: string }

export type ParsedTemplate = {
  subject: ParsedSource
  preheader: ParsedSource
  heading: ParsedSource
  body: ParsedSource
  button: ParsedSource
  link: ParsedSource | undefined
  html: ParsedSource
  text: ParsedSource
  isOwn: boolean
}

export type RenderOptions = { timezone: string; strict?: boolean }

const longest = { subject: 250, preheader: 250, heading: 250, button: 80 }
const longestLink = 2_000

export function compose(
  engines: Engines,
  template: ParsedTemplate,
  scope: Scope,
  { timezone, strict }: RenderOptions,
): MailContent {
  const setting = { lang: String(scope.lang), timezone }
  const how = { strict: strict ?? false }
  const line = (name: keyof typeof longest) =>
    oneLine(engines.text.render(template[name], scope, setting, how), longest[name])
  const parts = {
    subject: line('subject'),
    preheader: line('preheader'),
    heading: line('heading'),
    button: line('button'),
    link: template.link
      ? safeUrl(oneLine(engines.text.render(template.link, scope, setting, how), longestLink)) || null
      : null,
  }
  // The filler is invisible text after the preheader. It keeps the body's first words out of a mailbox's preview.
  // Without a preheader these words should be visible.
  const filler = parts.preheader === '' ? '' : scope.filler
  const { colors } = scope.brand as Pick<EmailBranding, 'colors'>
  const body = cleanHtml(bounded(engines.html.render(template.body, scope, setting, how), 'body'), colors)
  const html = bounded(engines.html.render(template.html, { ...scope, ...parts, filler, body }, setting, how), 'html')
  const text = bounded(
    engines.text.render(template.text, { ...scope, ...parts, filler, body: toPlainText(body) }, setting, how),
    'html',
  )
  return {
    subject: parts.subject,
    html: (template.isOwn ? neutralised(html) : html).toWellFormed(),
    text: `${tidyText(text)}\n`.toWellFormed(),
  }
}

/** A template can print far more with real data than with the sample data that was used when saving. */
function bounded(text: string, what: keyof typeof most): string {
  if (text.length > most[what]) throw new Error(`becomes ${Math.ceil(text.length / 1024)} kB, far more than a mail`)
  return text
}

const most = { body: 100_000, html: 500_000 }

/** A line break in a subject would begin another header. */
function oneLine(text: string, most: number): string {
  const signs = [
    ...text
      .slice(0, 10_000)
      .replaceAll(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
  ]
  return (signs.length > most ? `${signs.slice(0, most - 1).join('')}…` : signs.join('')).toWellFormed()
}
