import assert from 'node:assert/strict'
import type { Api, Shop, TestService } from '#test/service.ts'

export const password = 'a long enough password'

export type Member = { api: Api; id: string; userId: string; email: string }

let members = 0

export async function join({ anonymous }: TestService, shop: Shop, role: string): Promise<Member> {
  const owner = await shop.signedIn()
  const email = `member-${++members}@example.com`
  const { body: invited } = await owner.post('/account/users/invite', { email, role })
  const token = String(invited.acceptUrl).split('/').at(-1)
  const accepted = await anonymous.post(`/auth/invitations/${token}/accept`, { name: `Member ${members}`, password })
  assert.equal(accepted.status, 200, accepted.text)
  const { body } = await owner.get('/account/users?limit=100')
  const { id } = body.data.find((user: { email: string }) => user.email === email)
  return { api: await shop.signedIn(email, password), id, userId: accepted.body.userId, email }
}

export async function listRoles(api: Api): Promise<Record<string, string>> {
  const { body } = await api.get('/account/users?limit=100')
  return Object.fromEntries(body.data.map(({ id, role }: { id: string; role: string }) => [id, role]))
}
