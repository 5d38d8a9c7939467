import type { Gallery, LeadForm, LeadFormChanges } from '../../../api/content/galleries.ts'
import { type FormTexts, pickFormTexts } from './texts.ts'

export type FormDraft = {
  [Name in
    | 'title'
    | 'intro'
    | 'buttonLabel'
    | 'successText'
    | 'consentText'
    | 'privacyUrl'
    | 'notificationEmail'
    | 'webhookUrl']: string
} & Pick<LeadForm, 'enabled' | 'confirmEmail' | 'retentionDays' | 'fields'> & {
    translations: Record<string, FormTexts>
  }

export const toFormDraft = (gallery: Gallery): FormDraft => {
  const form = gallery.leadForm
  return {
    enabled: form.enabled,
    title: form.title ?? '',
    intro: form.intro ?? '',
    buttonLabel: form.buttonLabel ?? '',
    successText: form.successText ?? '',
    consentText: form.consentText ?? '',
    privacyUrl: form.privacyUrl ?? '',
    fields: form.fields,
    notificationEmail: form.notificationEmail ?? '',
    webhookUrl: form.webhookUrl ?? '',
    confirmEmail: form.confirmEmail,
    retentionDays: form.retentionDays,
    translations: pickFormTexts(gallery),
  }
}

type FormBody = Required<LeadFormChanges> & Pick<FormDraft, 'translations'>

/** The service uses null for empty fields. */
export const toFormBody = (draft: FormDraft): FormBody =>
  Object.fromEntries(Object.entries(draft).map(([field, value]) => [field, value === '' ? null : value])) as FormBody

export function formInLanguage(draft: FormDraft, reader: string): FormDraft {
  const said = Object.entries(draft.translations[reader] ?? {}).filter(([, text]) => text)
  return { ...draft, ...Object.fromEntries(said) }
}
