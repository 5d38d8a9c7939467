// This code runs in a worker thread of renderer.ts, because a draft may contain anything.
import type { Detail } from '#platform/values/errors.ts'
import type { EmailBranding } from '#resources/email-branding/schema.ts'
import type { Definition } from '../template-definitions/definition.ts'
import type { CompiledMail } from './compiler.ts'
import { compose, type MailContent } from './compose.ts'
import { safeUrl } from './html.ts'
import { layouts } from './layouts/layouts.generated.ts'
import { type Engine, type Engines, explainProblem, type Scope, type VariableUse } from './liquid.ts'
import type { Choice } from './locales.ts'
import { blankLiquid, placedProblemsIn, placeIn, problemsIn, unclosedIn } from './markup.ts'
import { type CustomTexts, parseTemplate, parts } from './parsed-templates.ts'
import type { TemplateDraft } from './schema.ts'
import { buildScope } from './scope.ts'
import { allowedTags } from './simple-html.ts'

export type Fields = { [Part in keyof TemplateDraft]: string | null } & { link?: string | null }

/** Gmail truncates longer mails. */
const longestHtmlBytes = 102_400
/** Size before rendering. Loops can make the rendered text shorter or longer. */
const longestCompiled = 300_000

export type Draft = CustomTexts & { mjml: string | null }
export type TemplateVariant = { definition: Definition; choice: Choice; branding: EmailBranding }
export type CompiledLayout = { compiled?: CompiledMail; problems: string[] }
export type CheckedDraft = { draft: Draft; problems: [] } | { draft?: undefined; problems: Detail[] }

export function checkLayout(engines: Engines, variant: TemplateVariant, source: string): string[] {
  return [...liquidProblems(engines.html, fullScope(variant), source), ...sourceProblems(source)]
}

export function checkDraft(
  engines: Engines,
  variant: TemplateVariant,
  fields: Fields,
  compiled: CompiledLayout | undefined,
  at: string,
): CheckedDraft {
  const scope = fullScope(variant)
  const problems = ([...parts, 'link'] as const).flatMap((part) =>
    partProblems(engines, scope, part, fields[part] ?? null),
  )
  const layout = compiled && readLayout(engines, variant.definition, scope, compiled, fields.mjml ?? '')
  const draft = { ...fields, html: layout?.html ?? null, text: layout?.text ?? null } as Draft
  const links = problems.length === 0 && fields.link ? linkProblems(engines, scope, fields.link) : []
  const all = [...problems, ...links, ...(layout?.problems ?? [])].map(({ path, message }) => ({
    path: at + path,
    message,
  }))
  if (all.length > 0) return { problems: all }
  const whole = wholeProblems(
    () => compose(engines, parseTemplate(engines, variant.definition, variant.choice.language, draft), scope, trial),
    at,
  )
  return whole.length > 0 ? { problems: whole } : { draft, problems: [] }
}

const trial = { timezone: 'UTC', strict: true }

/** A mail may have no preheader, so an empty one is stored. Every other empty field means the built-in text. */
export function toFields(sent: TemplateDraft): Fields {
  const { subject, preheader, heading, body, button, mjml } = sent
  const filled = (text: string | null | undefined) => (text?.trim() ? text : null)
  return {
    subject: filled(subject),
    preheader: preheader ?? null,
    heading: filled(heading),
    body: filled(body),
    button: filled(button),
    mjml: filled(mjml),
  }
}

function fullScope({ definition, choice, branding }: TemplateVariant): Scope {
  const { products } = definition.sample
  const many = Array.isArray(products) ? { products: [...products, ...products, ...products, ...products] } : {}
  const looked = { ...branding, logoUrl: 'https://example.com/logo.png', footerText: '–', footerAddress: '–' }
  const scope = buildScope(definition, { ...definition.sample, ...many }, looked, choice)
  return { ...scope, subject: '–', preheader: '–', heading: '–', body: '–', button: '–' }
}

function partProblems(
  engines: Engines,
  scope: Scope,
  part: (typeof parts)[number] | 'link',
  source: string | null,
): Detail[] {
  if (source === null) return []
  const engine = part === 'body' ? engines.html : engines.text
  const tags = part === 'body' ? tagProblems(source) : []
  return [...liquidProblems(engine, scope, source), ...tags].map((message) => ({ path: `/${part}`, message }))
}

/** A button's address must be valid after rendering. Otherwise customers get a dead link. */
function linkProblems({ text }: Engines, scope: Scope, source: string): Detail[] {
  const filled = text.render(text.parse(source), scope, { lang: String(scope.lang), timezone: trial.timezone })
  return safeUrl(filled.trim()) === '' ? [{ path: '/link', message: 'is no web address once it is filled in' }] : []
}

function liquidProblems(engine: Engine, scope: Scope, source: string): string[] {
  try {
    const parsed = engine.parse(source)
    const unknown = engine.listUses(parsed).filter(({ segments }) => !isIn(scope, segments))
    if (unknown.length > 0) return unknown.slice(0, 10).map((use) => unknownWording(use, scope))
    engine.render(parsed, scope, { lang: String(scope.lang), timezone: trial.timezone }, { strict: true })
    return []
  } catch (error) {
    return [explainProblem(error)]
  }
}

function isIn(value: unknown, [name, ...rest]: string[]): boolean {
  if (name === undefined) return true
  if (Array.isArray(value)) {
    if (name === 'size') return rest.length === 0
    return /^(\[\]|-?\d+|first|last)$/.test(name) && isIn(value[0], rest)
  }
  if (typeof value === 'string') return name === 'size' && rest.length === 0
  if (typeof value !== 'object' || value === null) return false
  if (name === '[]') return true
  return Object.hasOwn(value, name) && isIn((value as Scope)[name], rest)
}

function unknownWording({ path, line, column }: VariableUse, scope: Scope): string {
  const near = nearest(path, namesIn(scope))
  const hint = near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''
  return `line ${line}, column ${column}: there is no ${path.slice(0, 80)}.${hint}`
}

function namesIn(scope: Scope, prefix = ''): string[] {
  return Object.entries(scope).flatMap(([key, value]) => {
    const path = prefix + key
    const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isGroup && path.split('.').length < 3 ? [path, ...namesIn(value as Scope, `${path}.`)] : [path]
  })
}

const nearest = (path: string, names: string[]): string[] => {
  const scored = names.map((name) => ({ name, distance: countEdits(path.toLowerCase(), name.toLowerCase()) }))
  const limit = Math.max(2, path.length / 3)
  const close = scored.filter(({ distance }) => distance <= limit).sort((a, b) => a.distance - b.distance)
  return close.slice(0, 3).map(({ name }) => name)
}

function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (const [i, sign] of [...one.slice(0, 80)].entries()) {
    const next = [i + 1]
    for (let j = 0; j < other.length; j++) {
      const changed = (row[j] ?? 0) + (sign === other[j] ? 0 : 1)
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

function tagProblems(source: string): string[] {
  const plain = blankLiquid(source, () => ' ')
  return [...plain.matchAll(/<\/?([a-z][a-z0-9]*)/gi)]
    .filter(([, name]) => !allowedTags.includes(name?.toLowerCase() ?? ''))
    .slice(0, 10)
    .map(
      ({ 1: name, index }) => `${placeIn(plain, index)}: <${name}> is not allowed here. Use ${allowedTags.join(', ')}.`,
    )
}

type Layout = { html: string | null; text: string | null; problems: Detail[] }

function readLayout(
  engines: Engines,
  definition: Definition,
  scope: Scope,
  layout: CompiledLayout,
  source: string,
): Layout {
  const refused = (messages: string[]): Layout => ({
    html: null,
    text: null,
    problems: messages.map((message) => ({ path: '/mjml', message })),
  })
  if (!layout.compiled) return refused(layout.problems)
  const { html, text } = layout.compiled
  if (html.length > longestCompiled)
    return refused([`becomes ${Math.ceil(html.length / 1024)} kB of HTML, far more than a mail`])
  const wrong = [...liquidProblems(engines.html, scope, html), ...problemsIn(html)]
  // The compiler silently treats everything after an unclosed element as its text.
  if (/<mj-/.test(html)) wrong.push(unclosedIn(source))
  const mustEnd = definition.category !== 'transactional' && !html.includes('unsubscribeUrl')
  if (mustEnd) wrong.push('must link to {{ unsubscribeUrl }}: whoever gets this mail must be able to end it')
  if (wrong.length > 0) return refused(wrong)
  // The text part is derived from the HTML. If the derived text has invalid Liquid, the built-in text part with the same
  // content is used.
  const isTextWhole = liquidProblems(engines.text, scope, text).length === 0
  return { html, text: isTextWhole ? text : layouts[definition.layout].text, problems: [] }
}

function sourceProblems(source: string): string[] {
  const include = source.search(/<mj-include\b/i)
  if (include >= 0) return [`${placeIn(source, include)}: mj-include is not allowed: a template must be self-contained`]
  return placedProblemsIn(source)
}

function wholeProblems(make: () => MailContent, at: string): Detail[] {
  try {
    const { subject, html } = make()
    if (subject === '') return [{ path: `${at}/subject`, message: 'is empty once it is filled in' }]
    const bytes = Buffer.byteLength(html)
    if (bytes <= longestHtmlBytes) return []
    const size = Math.ceil(bytes / 1024)
    return [{ path: at, message: `makes a mail of ${size} kB; Gmail cuts off what is over 102 kB` }]
  } catch (error) {
    return [{ path: at, message: explainProblem(error) }]
  }
}
