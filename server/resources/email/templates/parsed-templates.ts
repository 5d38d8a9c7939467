import type { Language } from '#locales/languages.ts'
import { textsIn } from '#locales/texts.ts'
import type { Definition } from '../template-definitions/definition.ts'
import type { ParsedTemplate } from './compose.ts'
import { layouts } from './layouts/layouts.generated.ts'
import type { Engines, ParsedSource } from './liquid.ts'

type TemplateTexts = { subject: string; preheader: string; heading: string; body: string; button: string }

/** A store's own texts. A part that is null uses the built-in text. `html` and `text` are compiled from `mjml`. */
export type CustomTexts = { [Part in keyof TemplateTexts]: string | null } & {
  html: string | null
  text: string | null
  link?: string | null
}

export const parts = ['subject', 'preheader', 'heading', 'body', 'button'] as const satisfies (keyof TemplateTexts)[]

const noTexts: TemplateTexts = { subject: '', preheader: '', heading: '', body: '', button: '' }

export const builtInTexts = ({ name }: Pick<Definition, 'name'>, language: Language): TemplateTexts =>
  name === 'sequence_mail' || name === 'team_mail' ? noTexts : textsIn('mails', language).templates[name]

export function parseTemplate(
  engines: Engines,
  definition: Definition,
  language: Language,
  own?: CustomTexts,
): ParsedTemplate {
  const texts = builtInTexts(definition, language)
  const word = (part: keyof TemplateTexts): ParsedSource =>
    (part === 'body' ? engines.html : engines.text).parse(own?.[part] ?? texts[part])
  const layout = own?.html
    ? { html: engines.html.parse(own.html), text: engines.text.parse(own.text ?? '') }
    : undefined
  return {
    subject: word('subject'),
    preheader: word('preheader'),
    heading: word('heading'),
    body: word('body'),
    button: word('button'),
    link: own?.link ? engines.text.parse(own.link) : undefined,
    ...(layout ?? builtInLayout(engines, definition.layout)),
    isOwn: layout !== undefined,
  }
}

const builtIn = new Map<string, ParsedTemplate>()

export function builtInTemplate(engines: Engines, definition: Definition, language: Language): ParsedTemplate {
  const key = `${definition.name} ${language}`
  const template = builtIn.get(key) ?? parseTemplate(engines, definition, language)
  builtIn.set(key, template)
  return template
}

const parsedLayouts = new Map<string, { html: ParsedSource; text: ParsedSource }>()

function builtInLayout(engines: Engines, name: Definition['layout']) {
  const source = layouts[name]
  const parsed = parsedLayouts.get(name) ?? {
    html: engines.html.parse(source.html),
    text: engines.text.parse(source.text),
  }
  parsedLayouts.set(name, parsed)
  return parsed
}

export const estimateSize = (own: CustomTexts): number =>
  Object.values(own).reduce((sum, text) => sum + (text?.length ?? 0), 500)
