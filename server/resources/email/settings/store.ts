import type { StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { defaults } from './rules.ts'
import type { EmailSettings } from './schema.ts'

export const select = (tx: StoreTx) => sql<SettingsRow>`
    select requests_enabled, trigger, delay_days, reminders, reminder_delay_days, consent, quiet_from, quiet_until, cap_hours,
           cap_per_week, cap_request_days, provider, max_order_age_days, skip_refunded, only_dispatched
      from email_settings where store_env_id = ${tx.storeEnvId}`

export const find = async (tx: StoreTx): Promise<EmailSettings> => toSettings(await tx.first(select(tx)))

/**
 * Serialises parallel changes, so that changes to different fields are all saved. Locks the store's row, because the
 * settings might not exist yet.
 */
export const lock = (tx: StoreTx) => tx.run(sql`select from stores where id = ${tx.storeEnvId} for no key update`)

/** Locks the connection that becomes the sender, so that it is not removed before this transaction ends. */
export const lockConnection = (tx: StoreTx, id: string) =>
  tx.first<{ provider: string }>(sql`
    select c.provider from connections c
     where c.store_env_id = ${tx.storeEnvId} and c.id = ${id} and c.status <> 'removed' for share`)

export const upsert = (tx: StoreTx, { quietHours, frequencyCap, ...settings }: EmailSettings): Promise<number> =>
  tx.run(sql`
    insert into email_settings (store_env_id, id, requests_enabled, trigger, delay_days, reminders, reminder_delay_days, consent,
                                quiet_from, quiet_until, cap_hours, cap_per_week, cap_request_days, provider, max_order_age_days,
                                skip_refunded, only_dispatched, updated_at)
    values (${tx.storeEnvId}, ${newId(tx.now.getTime())}, ${settings.requestsEnabled}, ${settings.trigger}, ${settings.delayDays},
            ${settings.reminders}, ${settings.reminderDelayDays}, ${settings.consent}, ${quietHours?.start ?? null},
            ${quietHours?.end ?? null}, ${frequencyCap?.hoursBetween ?? null}, ${frequencyCap?.perWeek ?? null},
            ${frequencyCap?.requestDays ?? null}, ${settings.provider}, ${settings.maxOrderAgeDays},
            ${settings.skipRefundedOrders}, ${settings.onlyDispatched}, ${tx.now})
    on conflict on constraint email_settings_once do update set
      requests_enabled = excluded.requests_enabled, trigger = excluded.trigger, delay_days = excluded.delay_days,
      reminders = excluded.reminders, reminder_delay_days = excluded.reminder_delay_days, consent = excluded.consent,
      quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, cap_hours = excluded.cap_hours,
      cap_per_week = excluded.cap_per_week, cap_request_days = excluded.cap_request_days, skip_refunded = excluded.skip_refunded,
      only_dispatched = excluded.only_dispatched, provider = excluded.provider, max_order_age_days = excluded.max_order_age_days,
      updated_at = excluded.updated_at`)

export type SettingsRow = {
  requests_enabled: boolean
  trigger: EmailSettings['trigger']
  delay_days: number
  reminders: number
  reminder_delay_days: number
  consent: EmailSettings['consent']
  quiet_from: string | null
  quiet_until: string | null
  cap_hours: number | null
  cap_per_week: number | null
  cap_request_days: number | null
  provider: string
  max_order_age_days: number
  skip_refunded: boolean
  only_dispatched: boolean
}

const toKnown = (row: SettingsRow): EmailSettings => ({
  requestsEnabled: row.requests_enabled,
  trigger: row.trigger,
  delayDays: row.delay_days,
  reminders: row.reminders,
  reminderDelayDays: row.reminder_delay_days,
  consent: row.consent,
  quietHours:
    row.quiet_from === null || row.quiet_until === null ? null : { start: row.quiet_from, end: row.quiet_until },
  frequencyCap:
    row.cap_hours === null && row.cap_request_days === null
      ? null
      : { requestDays: row.cap_request_days, hoursBetween: row.cap_hours, perWeek: row.cap_per_week },
  provider: row.provider,
  maxOrderAgeDays: row.max_order_age_days,
  skipRefundedOrders: row.skip_refunded,
  onlyDispatched: row.only_dispatched,
})

export const toSettings = (row: SettingsRow | undefined): EmailSettings => (row ? toKnown(row) : defaults)
