import { answer } from '#platform/calls/answer.ts'
import { operation } from '#platform/calls/operation.ts'
import { byId, withExample } from '#platform/values/wire.ts'
import { readAddressList } from './address-list.ts'
import { addSuppression, deleteSuppression, hashAddress, importSuppressions } from './commands.ts'
import { normaliseAddress } from './rules.ts'
import {
  NewSuppression,
  Suppression,
  SuppressionFilters,
  SuppressionImport,
  SuppressionImportQuery,
  SuppressionImportReport,
  SuppressionPage,
} from './schema.ts'
import * as store from './store.ts'

export default [
  operation({
    id: 'email_suppressions.list',
    http: 'GET /email-suppressions',
    tenancy: 'store',
    doc: {
      summary: 'List suppressions',
      description:
        'Newest first, one row for each scope and reason, without expired ones. `email` also finds erased addresses.',
    },
    tool: 'list_suppressions',
    input: { query: SuppressionFilters },
    output: { body: SuppressionPage },
    transaction: 'single-query',
    run: ({ tx, query, services }) =>
      store.list(
        tx,
        query,
        query.email === undefined ? undefined : hashAddress(services.secrets, normaliseAddress(query.email)),
      ),
  }),
  operation({
    id: 'email_suppressions.create',
    http: 'POST /email-suppressions',
    tenancy: 'store',
    plan: { whileLapsed: true },
    doc: {
      summary: 'Suppress an address',
      description: 'Applies to all emails not sent yet. A repeated call returns the existing suppression with 200.',
    },
    tool: 'suppress_address',
    input: {
      body: withExample(NewSuppression, {
        email: 'jane.doe@customer.example',
        scope: 'review_requests',
        note: 'asked by phone',
      }),
    },
    output: { body: Suppression, status: 201, alsoAnswers: 200, location: '/email-suppressions' },
    async run({ tx, body, services, audit }) {
      const { suppression, isNew } = await addSuppression(tx, services.secrets, audit, body)
      return answer(isNew ? 201 : 200, suppression)
    },
  }),
  operation({
    id: 'email_suppressions.import',
    http: 'POST /email-suppressions/import',
    tenancy: 'store',
    plan: { whileLapsed: true },
    doc: {
      summary: 'Import suppressions',
      description:
        'Up to 1,000 addresses. Repeats add nothing. `text/csv` has one address a line, or a header with a column such as `email`; `scope` and `reason` are then in the query. `index` in the report counts rows from 0, without the header.',
    },
    input: {
      query: SuppressionImportQuery,
      body: withExample(SuppressionImport, { reason: 'unsubscribe', addresses: ['jane.doe@customer.example'] }),
      csv: readAddressList,
    },
    output: { body: SuppressionImportReport },
    run: ({ tx, query, body, services, audit }) =>
      importSuppressions(tx, services.secrets, audit, { ...query, ...body }),
  }),
  operation({
    id: 'email_suppressions.delete',
    http: 'DELETE /email-suppressions/:id',
    tenancy: 'store',
    doc: {
      summary: 'Delete a suppression',
      description: 'Other suppressions of the address stay. Only a signed-in Admin or Owner can delete a complaint.',
    },
    input: { params: byId },
    output: { errors: ['user_session_required'] },
    async run({ tx, params, caller, audit }) {
      await deleteSuppression(tx, audit, caller, params.id)
      return undefined
    },
  }),
]
