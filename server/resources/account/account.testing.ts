import { sql } from '#platform/db/query.ts'
import type { Shop, TestService } from '#test/service.ts'

export const mailsTo = async ({ service }: TestService, email: string): Promise<string[]> =>
  (
    await service.db.system('read', (tx) =>
      tx.all<{ text: string }>(sql`select text_body as text from mailbox where recipient = ${email} order by id`),
    )
  ).map(({ text }) => text)

export const tokenIn = (text: string | undefined): string =>
  /\/admin\/(?:invitations|reset-password)\/([\w-]+)/.exec(text ?? '')?.[1] ?? ''

export type Line = {
  action: string
  actor: { type: string; id?: string; name?: string }
  target: { name?: string } | null
  address: string | null
  userAgent: string | null
  at: string
  details: Record<string, unknown> | null
}

export async function auditLines(shop: Shop, action: string): Promise<Line[]> {
  const owner = await shop.signedIn()
  const { body } = await owner.get(`/account/audit-log?action=${action}&limit=100`)
  return body.data
}

export const findUser = async ({ service }: TestService, email: string) =>
  (await service.db.authPool.query('select * from auth."user" where email = $1', [email])).rows[0] as
    | { id: string; emailVerified: boolean; name: string }
    | undefined
