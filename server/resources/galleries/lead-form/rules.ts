import { invalidField } from '#platform/values/errors.ts'
import { someText, textIn } from '#platform/values/translations.ts'
import {
  type Fields,
  fieldNames,
  type LeadForm,
  type LeadFormChanges,
  type LeadFormTexts,
  type ShownLeadForm,
  type TextName,
  textNames,
} from './schema.ts'

/** Settings as stored in the gallery's row. The webhook's address is stored with the webhook. */
export type FormSettings = Omit<LeadForm, 'webhookUrl' | 'webhookDisabledReason'>

export type StoredForm = Partial<FormSettings>

const defaults: FormSettings = {
  enabled: false,
  title: null,
  intro: null,
  buttonLabel: null,
  successText: null,
  consentText: null,
  privacyUrl: null,
  fields: { name: 'optional', phone: 'off', message: 'optional' },
  notificationEmail: null,
  confirmEmail: false,
  retentionDays: 365,
}

export function completeForm(said: StoredForm | LeadFormChanges = {}): FormSettings {
  const whole = { ...defaults, ...said }
  const form = {
    enabled: whole.enabled,
    ...normalizeTexts(whole),
    privacyUrl: parseAddress(whole.privacyUrl),
    fields: completeFields(whole.fields),
    notificationEmail: someText(whole.notificationEmail),
    confirmEmail: whole.confirmEmail,
    retentionDays: whole.retentionDays,
  }
  if (form.enabled && form.consentText === null)
    throw invalidField('/leadForm/consentText', 'must say what visitors agree to while the form is on')
  return form
}

export const changedForm = (form: FormSettings, changes: LeadFormChanges = {}): FormSettings =>
  completeForm({ ...form, ...changes, fields: { ...form.fields, ...changes.fields } })

const normalizeTexts = (said: Partial<Record<TextName, string | null>>) =>
  Object.fromEntries(textNames.map((name) => [name, someText(said[name])])) as Record<TextName, string | null>

const completeFields = (said: Partial<Fields> = {}): Fields =>
  Object.fromEntries(fieldNames.map((name) => [name, said[name] ?? defaults.fields[name]])) as Fields

function parseAddress(address: string | null): string | null {
  if (address === null) return null
  if (!URL.canParse(address)) throw invalidField('/leadForm/privacyUrl', 'must be an address that begins with https://')
  return new URL(address).href
}

export type FormTranslations = { locale: string | null; translations: Record<string, { leadForm?: LeadFormTexts }> }

export const formText = (
  form: FormSettings,
  name: TextName,
  { locale, translations }: FormTranslations,
  reader?: string,
) => textIn(reader, form[name], locale, (language) => translations[language]?.leadForm?.[name])

export function toShownForm(
  stored: StoredForm,
  translated: FormTranslations,
  reader: string | undefined,
): ShownLeadForm | null {
  const form = completeForm(stored)
  if (!form.enabled) return null
  const texts = Object.fromEntries(textNames.map((name) => [name, formText(form, name, translated, reader)]))
  return {
    enabled: true,
    ...(texts as Record<TextName, string | null>),
    privacyUrl: form.privacyUrl,
    fields: form.fields,
  }
}
