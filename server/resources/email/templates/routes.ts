import { operation } from '#platform/calls/operation.ts'
import { withExample } from '#platform/values/wire.ts'
import type { MessageKind } from '../commands.ts'
import { listTemplates, previewTemplate, readTemplate, resetTemplate, saveTemplate, testTemplate } from './editing.ts'
import {
  byName,
  EmailTemplate,
  inLocale,
  Preview,
  PreviewRequest,
  Queued,
  TemplateDraft,
  TemplateList,
  TestRequest,
} from './schema.ts'

export const templateOperations = (kinds: readonly MessageKind[]) => [
  operation({
    id: 'email.list_templates',
    http: 'GET /email/templates',
    tenancy: 'store',
    doc: {
      summary: 'List email templates',
      description: 'Returns all email templates with their languages, subjects and variables.',
    },
    output: { body: TemplateList },
    transaction: 'single-query',
    run: ({ tx }) => listTemplates(tx),
  }),
  operation({
    id: 'email.get_template',
    http: 'GET /email/templates/:name',
    tenancy: 'store',
    doc: {
      summary: 'Get an email template',
      description: 'Returns one email template in one language: its texts, the built-in texts and its variables.',
    },
    input: { params: byName, query: inLocale },
    output: { body: EmailTemplate },
    run: ({ tx, params, query }) => readTemplate(tx, params.name, query.locale),
  }),
  operation({
    id: 'email.update_template',
    http: 'PUT /email/templates/:name',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Replace an email template',
      description:
        'Texts use Liquid. Omitted fields return to the built-in text. We test the template first; errors name line and column.',
    },
    input: {
      params: byName,
      query: inLocale,
      body: withExample(TemplateDraft, { subject: 'How is your {{ products[0].title }}?', button: 'Tell us' }),
    },
    output: { body: EmailTemplate, errors: ['limit_reached'] },
    transaction: 'manual',
    run: ({ db, storeEnvId, caller, params, query, body, audit }) =>
      saveTemplate(
        { db, scope: { storeEnvId, organizationId: caller.organizationId } },
        { name: params.name, locale: query.locale },
        body,
        audit,
      ),
  }),
  operation({
    id: 'email.reset_template',
    http: 'DELETE /email/templates/:name',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Reset an email template',
      description:
        "Deletes the store's own texts of a template in one language. Emails then use the built-in texts again.",
    },
    input: { params: byName, query: inLocale },
    async run({ tx, params, query, audit }) {
      await resetTemplate(tx, { name: params.name, locale: query.locale }, audit)
      return undefined
    },
  }),
  operation({
    id: 'email.preview_template',
    http: 'POST /email/templates/:name/preview',
    tenancy: 'store',
    doc: {
      summary: 'Preview an email template',
      description: 'Nothing is stored. Show the HTML in a frame without scripts.',
    },
    input: {
      params: byName,
      body: withExample(PreviewRequest, { locale: 'de', draft: { heading: 'Na, {{ customer.firstName }}?' } }),
      optional: true,
    },
    output: { body: Preview },
    transaction: 'manual',
    run: ({ db, services, storeEnvId, caller, params, body }) =>
      previewTemplate(
        { db, scope: { storeEnvId, organizationId: caller.organizationId }, kinds, services },
        { name: params.name, locale: body.locale },
        body,
      ),
  }),
  operation({
    id: 'email.test_template',
    http: 'POST /email/templates/:name/test',
    tenancy: 'store',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Send a test of an email template',
      description:
        'Sends the template with sample data to a member of the organization. With `draft`, it sends unsaved texts.',
    },
    input: { params: byName, body: withExample(TestRequest, { to: 'owner@acme.example', locale: 'de' }) },
    output: { body: Queued, status: 202, location: '/email/messages/{messageId}', errors: ['recipient_forbidden'] },
    transaction: 'manual',
    run: ({ db, services, storeEnvId, caller, params, body }) =>
      testTemplate(
        { db, scope: { storeEnvId, organizationId: caller.organizationId }, kinds, services },
        { name: params.name, locale: body.locale },
        body,
      ),
  }),
]
