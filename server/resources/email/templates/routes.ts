import { operation } from '#platform/calls/operation.ts'
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

export default [
  operation({
    id: 'email.list_templates',
    http: 'GET /email/templates',
    tenancy: 'store',
    summary: 'List the mails the service writes to your customers.',
    returns: TemplateList,
    oneQuery: true,
    run: ({ tx }) => listTemplates(tx),
  }),
  operation({
    id: 'email.get_template',
    http: 'GET /email/templates/:name',
    tenancy: 'store',
    summary: 'One mail in one language: what is sent, what is built in, what can be filled in.',
    params: byName,
    query: inLocale,
    returns: EmailTemplate,
    run: ({ tx, params, query }) => readTemplate(tx, params.name, query.locale),
  }),
  operation({
    id: 'email.update_template',
    http: 'PUT /email/templates/:name',
    tenancy: 'store',
    role: 'ADMIN',
    manual: true,
    summary: 'Replace the words of a mail in one language.',
    description:
      'Liquid. Everything at once: what is left out goes back to what is built in. The template is tried before it is kept; what is wrong with it is told with line and column.',
    params: byName,
    query: inLocale,
    body: TemplateDraft,
    returns: EmailTemplate,
    errors: ['limit_reached'],
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
    role: 'ADMIN',
    summary: 'Go back to the built-in words of a mail in one language.',
    params: byName,
    query: inLocale,
    async run({ tx, params, query, audit }) {
      await resetTemplate(tx, { name: params.name, locale: query.locale }, audit)
      return undefined
    },
  }),
  operation({
    id: 'email.preview_template',
    http: 'POST /email/templates/:name/preview',
    tenancy: 'store',
    manual: true,
    summary: 'Show a mail, or a draft of it, filled in with a sample.',
    description:
      'Nothing is kept. Show the HTML in a frame that runs no scripts: it is what a mail program would be sent.',
    params: byName,
    body: PreviewRequest,
    bodyOptional: true,
    returns: Preview,
    run: ({ db, services, storeEnvId, caller, params, body }) =>
      previewTemplate(
        { db, scope: { storeEnvId, organizationId: caller.organizationId } },
        { name: params.name, locale: body.locale },
        body,
        services,
      ),
  }),
  operation({
    id: 'email.test_template',
    http: 'POST /email/templates/:name/test',
    tenancy: 'store',
    role: 'ADMIN',
    manual: true,
    summary: 'Send a mail, or a draft of it, to a member of the organization.',
    params: byName,
    body: TestRequest,
    returns: Queued,
    status: 202,
    location: '/email/messages/{messageId}',
    errors: ['recipient_forbidden'],
    run: ({ db, services, storeEnvId, caller, params, body }) =>
      testTemplate(
        { db, scope: { storeEnvId, organizationId: caller.organizationId } },
        services.secrets,
        { name: params.name, locale: body.locale },
        body,
      ),
  }),
]
