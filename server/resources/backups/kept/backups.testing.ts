import assert from 'node:assert/strict'
import type { Api, TestService } from '#test/service.ts'
import type { Backup } from './schema.ts'

export async function made(service: TestService, api: Api, body?: object): Promise<Backup> {
  const answer = await api.post('/backups', body)
  assert.equal(answer.status, 202, answer.text)
  assert.equal(answer.body.status, 'queued')
  await service.runJobs()
  return (await api.get(`/backups/${answer.body.id}`)).body
}

export async function download({ app }: TestService, url: string, headers: Record<string, string> = {}) {
  const { statusCode, rawPayload, headers: sent } = await app.inject({ url: new URL(url).pathname, headers })
  return { status: statusCode, content: rawPayload, headers: sent }
}
