import type { StoreReads, StoreTx } from '#platform/db/db.ts'
import { sql } from '#platform/db/query.ts'
import { newId } from '#platform/values/ids.ts'
import { defaultLook, type Look, withDerivedColors } from './rules.ts'
import type { EmailBranding } from './schema.ts'

export type BrandingRow = {
  sender_name: string | null
  logo_url: string | null
  logo_width: number
  primary_color: string
  background_color: string
  surface_color: string
  text_color: string
  button_color: string
  font_family: Look['fontFamily']
  corners: Look['corners']
  footer_address: string | null
  footer_text: string | null
  default_locale: string
  updated_at: string
}

export async function find(tx: StoreReads): Promise<EmailBranding> {
  const row = await tx.first<BrandingRow>(sql`
    select sender_name, logo_url, logo_width, primary_color, background_color, surface_color, text_color, button_color,
           font_family, corners, footer_address, footer_text, default_locale, updated_at
      from email_branding where store_env_id = ${tx.storeEnvId}`)
  return row ? withDerivedColors(toLook(row), row.updated_at) : withDerivedColors(defaultLook, null)
}

export const toLook = (row: BrandingRow): Look => ({
  senderName: row.sender_name,
  logoUrl: row.logo_url,
  logoWidth: row.logo_width,
  fontFamily: row.font_family,
  corners: row.corners,
  footerAddress: row.footer_address,
  footerText: row.footer_text,
  defaultLocale: row.default_locale,
  colors: {
    primary: row.primary_color,
    background: row.background_color,
    surface: row.surface_color,
    text: row.text_color,
    button: row.button_color,
  },
})

export const upsert = (tx: StoreTx, { colors, ...look }: Look): Promise<number> =>
  tx.run(sql`
    insert into email_branding (store_env_id, id, sender_name, logo_url, logo_width, primary_color, background_color,
      surface_color, text_color, button_color, font_family, corners, footer_address, footer_text, default_locale, updated_at)
    values (${tx.storeEnvId}, ${newId(tx.now.getTime())}, ${look.senderName}, ${look.logoUrl}, ${look.logoWidth},
      ${colors.primary}, ${colors.background}, ${colors.surface}, ${colors.text}, ${colors.button}, ${look.fontFamily},
      ${look.corners}, ${look.footerAddress}, ${look.footerText}, ${look.defaultLocale}, ${tx.now})
    on conflict on constraint email_branding_once do update set
      sender_name = excluded.sender_name, logo_url = excluded.logo_url, logo_width = excluded.logo_width,
      primary_color = excluded.primary_color, background_color = excluded.background_color,
      surface_color = excluded.surface_color, text_color = excluded.text_color, button_color = excluded.button_color,
      font_family = excluded.font_family, corners = excluded.corners, footer_address = excluded.footer_address,
      footer_text = excluded.footer_text, default_locale = excluded.default_locale, updated_at = excluded.updated_at`)
