import { answer, operation } from '#platform/calls/operation.ts'
import { byId } from '#platform/values/wire.ts'
import { readAddressList } from './address-list.ts'
import { addSuppression, hashAddress, importSuppressions, removeSuppression } from './commands.ts'
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
    summary: 'List who gets no mail, and why, newest first.',
    description:
      'An address has a row for each scope and reason. What has run out is not listed. `email` also finds an address that was erased.',
    query: SuppressionFilters,
    returns: SuppressionPage,
    oneQuery: true,
    tool: 'list_suppressions',
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
    worksWhileLapsed: true,
    summary: 'Stop writing to an address.',
    description: 'It holds for every mail that has not gone out yet. Adding it again answers what stands (200).',
    body: NewSuppression,
    returns: Suppression,
    status: 201,
    location: '/email-suppressions',
    alsoAnswers: 200,
    tool: 'suppress_address',
    async run({ tx, body, services, audit }) {
      const { suppression, isNew } = await addSuppression(tx, services.secrets, audit, body)
      return answer(isNew ? 201 : 200, suppression)
    },
  }),
  operation({
    id: 'email_suppressions.import',
    http: 'POST /email-suppressions/import',
    tenancy: 'store',
    worksWhileLapsed: true,
    summary: 'Bring the list of another system over, up to 1,000 addresses a call.',
    description:
      'The same list twice adds nothing. As `text/csv` the list has one address a line, or a header with a column such as `email`; `scope` and `reason` then stand in the query. `index` in the report counts rows from 0, without the header.',
    query: SuppressionImportQuery,
    body: SuppressionImport,
    readCsv: readAddressList,
    returns: SuppressionImportReport,
    run: ({ tx, query, body, services, audit }) =>
      importSuppressions(tx, services.secrets, audit, { ...query, ...body }),
  }),
  operation({
    id: 'email_suppressions.delete',
    http: 'DELETE /email-suppressions/:id',
    tenancy: 'store',
    summary: 'Take back one reason not to write to an address.',
    description: 'Other reasons stand. A complaint can only be taken back by a signed-in Admin or Owner.',
    params: byId,
    errors: ['user_session_required'],
    async run({ tx, params, caller, audit }) {
      await removeSuppression(tx, audit, caller, params.id)
      return undefined
    },
  }),
]
