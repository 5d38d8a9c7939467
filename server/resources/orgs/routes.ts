import { operation } from '#platform/calls/operation.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
import { withExample } from '#platform/values/wire.ts'
import { findCode } from '#resources/affiliates/commands.ts'
import { changeOrganization, changeSettings } from './commands.ts'
import { Organization, OrganizationChange, Settings, SettingsChange } from './schema.ts'
import * as store from './store.ts'
import { isTransferOpen } from './transfer/commands.ts'

export default [
  operation({
    id: 'orgs.get',
    http: 'GET /orgs/current',
    tenancy: 'organization',
    doc: {
      summary: 'Get the organization',
      description:
        'People with several organizations name a store of one of them, or send `x-organization-id`. The default is the organization they joined first.',
    },
    output: { body: Organization },
    run: async ({ tx }) => toOrganization(tx, await store.find(tx)),
  }),
  operation({
    id: 'orgs.update',
    http: 'PATCH /orgs/current',
    tenancy: 'organization',
    access: { role: 'ADMIN' },
    doc: {
      summary: 'Update the organization',
      description:
        'Owners can also change invoice data. Omitted fields keep their values, and null clears a field. Issued invoices stay as they are.',
    },
    input: {
      body: withExample(OrganizationChange, {
        legalName: 'Acme Trading Ltd',
        vatNumber: 'GB123456789',
        country: 'GB',
        billingEmail: 'accounts@acme.example',
      }),
    },
    output: { body: Organization, errors: ['owner_required'] },
    run: async ({ tx, body, caller, audit }) =>
      toOrganization(tx, await changeOrganization(tx, audit, caller.role, body)),
  }),
  operation({
    id: 'orgs.get_settings',
    http: 'GET /orgs/settings',
    tenancy: 'organization',
    access: { role: 'OWNER', withoutSecondFactor: true },
    doc: {
      summary: 'Get the sign-in settings',
      description: 'Returns whether members of the organization need a second factor.',
    },
    output: { body: Settings },
    run: ({ tx }) => loadSettings(tx),
  }),
  operation({
    id: 'orgs.update_settings',
    http: 'PATCH /orgs/settings',
    tenancy: 'organization',
    access: { role: 'OWNER', withoutSecondFactor: true },
    doc: {
      summary: 'Update the sign-in settings',
      description:
        'With `twoFactorRequired`, calls without a second factor get 403 `two_factor_required`, except calls to set one up or to change this setting. Keys are not affected.',
    },
    input: { body: withExample(SettingsChange, { twoFactorRequired: true }) },
    output: { body: Settings },
    async run({ tx, body, audit }) {
      await changeSettings(tx, audit, body)
      return loadSettings(tx)
    },
  }),
]

const loadSettings = async (tx: OrganizationTx) => (await store.findSettings(tx)) ?? gone()

async function toOrganization(tx: OrganizationTx, row: store.OrganizationRow | undefined) {
  if (!row) return gone()
  return {
    ...row,
    closing: row.deletesAt !== null,
    transferOpen: await isTransferOpen(tx),
    affiliateCode: await findCode(tx),
  }
}

function gone(): never {
  throw notFound('organization')
}
