// Compiling takes too long for a transaction, so commands read first, compile outside any transaction, and write
// afterwards.

import { languages } from '#locales/languages.ts'
import type { Audit } from '#platform/audit/audit.ts'
import type { Services } from '#platform/calls/services.ts'
import type { StoreDb, StoreScope, StoreTx } from '#platform/db/db.ts'
import { AppError, conflict, forbidden, invalid, invalidField, notFound } from '#platform/values/errors.ts'
import { normalizeEmail } from '#platform/values/mask.ts'
import { readBranding } from '#resources/email-branding/commands.ts'
import { uploadedPicturesUrl } from '#resources/email-branding/logo.ts'
import { defaultLook, readLook, withDerivedColors } from '#resources/email-branding/rules.ts'
import type { EmailBranding } from '#resources/email-branding/schema.ts'
import { readUploads } from '#resources/uploads/commands.ts'
import { sendTest } from '../commands.ts'
import type { Definition } from '../template-definitions/definition.ts'
import { definitions, findDefinition } from '../template-definitions/definitions.ts'
import { listVariables } from '../template-definitions/sample.ts'
import type { Draft } from './check.ts'
import { builtInMail, trialKey } from './commands.ts'
import { readDraft } from './draft.ts'
import { layouts } from './layouts/layouts.generated.ts'
import { type Choice, chooseLocale, localeIn } from './locales.ts'
import { builtInTexts, parts } from './parsed-templates.ts'
import { buildSample, type Previewing } from './preview.ts'
import { render } from './renderer.ts'
import type { EmailTemplate, PreviewRequest, TemplateDraft } from './schema.ts'
import { buildScope } from './scope.ts'
import * as store from './store.ts'

const maxLocales = 60

type TemplateContext = {
  definition: Definition
  branding: EmailBranding
  shop: store.Shop
  locale: string
  choice: Choice
  customizedLocales: string[]
  own: store.StoredTemplate | undefined
}

async function readTemplateContext(tx: StoreTx, name: string, variant: string | undefined): Promise<TemplateContext> {
  const definition = findDefinition(name)
  if (!definition) throw notFound('template', name)
  const [branding, { shop, versions }] = await Promise.all([readBranding(tx), store.findVersions(tx, name)])
  const locale = variant === undefined ? branding.defaultLocale : localeIn(variant)
  if (locale === undefined) throw invalidField('/locale', 'is not a language tag such as de or pt-BR')
  const choice = chooseLocale(locale, branding.defaultLocale, new Set(versions.keys()))
  const own = versions.has(locale) ? await store.find(tx, name, locale) : undefined
  return { definition, branding, shop, locale, choice, customizedLocales: [...versions.keys()].sort(), own }
}

export async function listTemplates(tx: StoreTx) {
  const rows = await store.listOwn(tx)
  const defaultLocale = rows[0]?.defaultLocale ?? defaultLook.defaultLocale
  const data = definitions.map((each) => {
    const own = new Map(
      rows.flatMap(({ name, locale, subject }) => (name === each.name && locale !== null ? [[locale, subject]] : [])),
    )
    return {
      ...about(each, [...own.keys()]),
      subject: chooseSubject(each, defaultLocale, own),
      variables: variablesIn(each).map(({ name }) => name),
    }
  })
  return { data }
}

function chooseSubject(definition: Definition, locale: string, own: ReadonlyMap<string, string | null>): string {
  const choice = chooseLocale(locale, locale, new Set(own.keys()))
  const ownSubject = choice.own === undefined ? null : own.get(choice.own)
  return ownSubject ?? builtInTexts(definition, choice.language).subject
}

export const readTemplate = async (tx: StoreTx, name: string, locale: string | undefined): Promise<EmailTemplate> =>
  toTemplate(await readTemplateContext(tx, name, locale))

function toTemplate({ definition, locale, choice, customizedLocales, own }: TemplateContext): EmailTemplate {
  const texts = builtInTexts(definition, choice.language)
  const content = Object.fromEntries(parts.map((part) => [part, own?.[part] ?? texts[part]])) as typeof texts
  return {
    ...about(definition, customizedLocales),
    locale,
    customized: own !== undefined,
    updatedAt: own?.updatedAt ?? null,
    content: { ...content, mjml: own?.mjml ?? null },
    defaults: { ...texts, mjml: layouts[definition.layout].mjml },
    variables: variablesIn(definition),
  }
}

const about = ({ name, description, category }: Definition, customizedLocales: string[]) => ({
  name,
  description,
  category,
  customizedLocales,
  builtInLocales: [...languages],
})

/**
 * Lists the variables of the sample. Their values come from the scope, which has computed fields too, such as a
 * product's stars.
 */
function variablesIn(definition: Definition) {
  const choice = chooseLocale('en', 'en', new Set())
  const scope = buildScope(definition, definition.sample, undefined, choice)
  return listVariables(Object.fromEntries(Object.keys(definition.sample).map((key) => [key, scope[key]])))
}

type StoreAccess = { db: StoreDb; scope: StoreScope }
type TemplateKey = { name: string; locale: string | undefined }

export async function saveTemplate(
  { db, scope }: StoreAccess,
  { name, locale }: TemplateKey,
  sent: TemplateDraft,
  audit: Audit,
): Promise<EmailTemplate> {
  // Refuses a request without texts. Otherwise sending the response of GET back unchanged would delete the store's texts.
  if ([...parts, 'mjml' as const].every((part) => sent[part] === undefined))
    throw invalid(`Send at least one of ${parts.join(', ')} or mjml. DELETE resets to the built-in texts.`)
  const context = await db.store(scope, 'read', (tx) => readTemplateContext(tx, name, locale))
  const draft = await readDraft(scope, { ...context, choice: inOwnLanguage(context) }, sent)
  return db.store(scope, 'write', async (tx) => {
    await write(tx, context, draft)
    await audit(tx, 'email_template.updated', { type: 'store', id: tx.storeEnvId }, { name, locale: context.locale })
    return readTemplate(tx, name, context.locale)
  })
}

async function write(
  tx: StoreTx,
  { definition, locale, customizedLocales }: TemplateContext,
  draft: Draft,
): Promise<void> {
  const isNew = !customizedLocales.includes(locale)
  if (isNew && customizedLocales.length >= maxLocales)
    throw conflict(
      `This template already has your own texts in ${maxLocales} languages. Delete one first.`,
      'limit_reached',
    )
  const saysNothing = parts.every((part) => draft[part] === null) && draft.mjml === null
  if (saysNothing) await store.deleteTemplate(tx, definition.name, locale)
  else await store.upsert(tx, definition.name, locale, draft)
}

export async function resetTemplate(tx: StoreTx, { name, locale }: TemplateKey, audit: Audit): Promise<void> {
  const context = await readTemplateContext(tx, name, locale)
  if ((await store.deleteTemplate(tx, name, context.locale)) === 0) return
  await audit(tx, 'email_template.reset', { type: 'store', id: tx.storeEnvId }, { name, locale: context.locale })
}

type PreviewAccess = StoreAccess & Previewing

export async function previewTemplate(
  { db, scope, kinds, services }: PreviewAccess & { services: Pick<Services, 'media'> },
  { name, locale }: TemplateKey,
  { draft: sent, data, branding: tried }: PreviewRequest,
) {
  const look = tried && parseLook(tried, uploadedPicturesUrl(services))
  const [context, sample] = await db.store(scope, 'read', async (tx) => {
    const found = await readTemplateContext(tx, name, locale ?? look?.defaultLocale)
    // An upload may no longer exist, for example because it just became the logo. Saving the look reports this.
    const [logo] = tried?.logoUploadId ? await readUploads(tx, services.media, [tried.logoUploadId]) : []
    return [
      { ...found, branding: { ...(look ?? found.branding), ...(logo && { logoUrl: logo.url }) } },
      await buildSample(tx, found, { kinds, services }, data),
    ] as const
  })
  const { definition, branding, choice, shop } = context
  const trying = { ...context, choice: inOwnLanguage(context) }
  const draft = sent && (await readDraft(scope, trying, sent, { at: '/draft' }))
  // The preview of a language without its own texts shows what is sent, possibly the texts of a broader language.
  const inherited =
    choice.own && !draft ? await db.store(scope, 'read', (tx) => store.find(tx, name, choice.own ?? '')) : undefined
  const words = draft ?? inherited
  const { timezone } = shop
  if (!words)
    return { locale: context.locale, ...(await builtInMail({ definition, choice, branding }, sample, timezone)) }
  const rendering = await render(scope, 'compose', {
    ...{ template: definition.name, choice: draft ? trying.choice : choice, branding },
    ...{ words, version: inherited?.version ?? null, data: sample, timezone },
  })
  if ('problem' in rendering) throw invalidField('/draft', rendering.problem)
  return { locale: context.locale, ...rendering.answer }
}

function parseLook(sent: NonNullable<PreviewRequest['branding']>, uploadedPicturesUrl: string): EmailBranding {
  try {
    return withDerivedColors(readLook(sent, uploadedPicturesUrl), null)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const detail = error.details?.[0]
    throw detail ? invalidField(`/branding${detail.path}`, detail.message) : error
  }
}

const inOwnLanguage = ({ choice, locale }: TemplateContext): Choice => ({ ...choice, own: locale, lang: locale })

export type Test = { to: string; draft?: TemplateDraft | undefined }

/** Sends a test only to people of the organization. Otherwise a test could send any text to anybody in the store's name. */
export async function testTemplate(
  { db, scope, kinds, services }: PreviewAccess & { services: Pick<Services, 'secrets'> },
  { name, locale }: TemplateKey,
  { to, draft: sent }: Test,
): Promise<{ messageId: string }> {
  const context = await db.store(scope, 'read', async (tx) => {
    const found = await readTemplateContext(tx, name, locale)
    if (!(await store.isMember(tx, normalizeEmail(to))))
      throw forbidden('recipient_forbidden', 'Test mails can only be sent to members of your organization.')
    return found
  })
  const { definition } = context
  const trying = { ...context, choice: inOwnLanguage(context) }
  const draft = sent && (await readDraft(scope, trying, sent, { at: '/draft' }))
  return db.store(scope, 'write', async (tx) => {
    const sample = await buildSample(tx, context, { kinds, services })
    const { id } = await sendTest(tx, services.secrets, {
      template: definition.name,
      to: { email: to },
      locale: context.locale,
      category: 'transactional',
      data: { ...sample, [trialKey]: { draft: draft ?? null } },
    })
    return { messageId: id }
  })
}
