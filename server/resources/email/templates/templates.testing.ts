import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import type { StoreTx } from '#platform/db/db.ts'
import { type Answer, type Shop, startService, type TestService } from '#test/service.ts'
import { requireDefinition } from '../template-definitions/definitions.ts'
import { type MailToRender, renderMessage } from './commands.ts'

export type TemplateSetup = { service: TestService; shop: Shop; other: Shop }

/** The returned object is filled before the first test of the file. */
export function startTemplates(): TemplateSetup {
  const setup = {} as TemplateSetup
  before(async () => {
    const service = await startService({ now: new Date('2026-11-21T09:00:00Z') })
    Object.assign(setup, { service, shop: await service.shop('Larkmoor'), other: await service.shop('Other') })
  })
  after(() => setup.service.close())
  return setup
}

export const at = (name: string, locale?: string) => `/email/templates/${name}${locale ? `?locale=${locale}` : ''}`

export const inStore = <T>(
  { service }: TemplateSetup,
  of: Shop,
  work: (tx: StoreTx) => Promise<T>,
  mode: 'read' | 'write' = 'read',
): Promise<T> => service.service.db.store({ storeEnvId: of.storeEnvId, organizationId: of.organizationId }, mode, work)

export const { sample: requestSample } = requireDefinition('review_request')

export const render = (
  setup: TemplateSetup,
  of: Shop,
  message: Partial<MailToRender> = {},
  log?: Parameters<typeof renderMessage>[2],
) =>
  inStore(setup, of, (tx) =>
    renderMessage(tx, { template: 'review_request', locale: 'en', data: requestSample, ...message }, log),
  )

export function assertWrong(answer: Answer, path: string, message: RegExp): void {
  assert.equal(answer.status, 400, answer.text)
  assert.equal(answer.body.code, 'validation_failed')
  const detail = answer.body.details.find((each: { path: string }) => each.path === path)
  assert.ok(detail, answer.text)
  assert.match(detail.message, message)
}
