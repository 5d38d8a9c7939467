import type { ArchivedRow, ArchivedTable, Restoring } from '#platform/areas/archive.ts'
import { checker } from '#platform/calls/validate.ts'
import { invalid } from '#platform/values/errors.ts'
import { defaultLook, withDerivedColors } from '#resources/email-branding/rules.ts'
import { defaults } from './settings/rules.ts'
import { EmailSettings } from './settings/schema.ts'
import { type SettingsRow, toSettings } from './settings/store.ts'
import { findDefinition } from './template-definitions/definitions.ts'
import { readDraft } from './templates/draft.ts'
import { chooseLocale } from './templates/locales.ts'
import type { TemplateDraft } from './templates/schema.ts'

export const archive = [
  { table: 'email_settings', restored: checkedSettings },
  { table: 'email_templates', without: ['compiled_html', 'compiled_text'], restored: checkedTemplate },
] satisfies readonly ArchivedTable[]

let check: ReturnType<typeof checker> | undefined

/** A restored store must connect its provider again. Until then the service sends the store's mails. */
function checkedSettings(row: ArchivedRow): ArchivedRow {
  check ??= checker(EmailSettings, 'settings')
  const known = { ...laterSettings(row), ...row }
  check(toSettings(known as SettingsRow))
  const { cap_request_days, skip_refunded, only_dispatched } = known as SettingsRow
  return { provider: 'evident', cap_request_days, skip_refunded, only_dispatched }
}

/** Archives of earlier versions lack these columns. They get the same values as in the migration. */
const laterSettings = ({ cap_hours }: ArchivedRow) => ({
  cap_request_days: cap_hours == null ? (defaults.frequencyCap?.requestDays ?? null) : null,
  skip_refunded: defaults.skipRefundedOrders,
  only_dispatched: defaults.onlyDispatched,
})

async function checkedTemplate(row: ArchivedRow, scope: Restoring): Promise<ArchivedRow> {
  const definition = findDefinition(String(row.name))
  if (!definition) throw invalid(`The template ${row.name} does not exist.`)
  const branding = withDerivedColors(defaultLook, null)
  const choice = chooseLocale(String(row.locale), branding.defaultLocale, new Set())
  const { subject, preheader, heading, body, button, mjml } = row as Record<keyof TemplateDraft, string | null>
  const sent = { subject, preheader, heading, body, button, mjml } as TemplateDraft
  const { html, text } = await readDraft(scope, { definition, choice, branding }, sent, { isRestored: true })
  return { compiled_html: html, compiled_text: text }
}
