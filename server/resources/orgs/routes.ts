import { operation } from '#platform/calls/operation.ts'
import type { OrganizationTx } from '#platform/db/db.ts'
import { notFound } from '#platform/values/errors.ts'
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
    summary: "Get the caller's organization: its name, and who it is on invoices.",
    description:
      'A person who belongs to several names one of its stores, or the organization itself in `x-organization-id`; else it is the one they joined first.',
    returns: Organization,
    run: async ({ tx }) => organizationOf(tx, await store.find(tx)),
  }),
  operation({
    id: 'orgs.update',
    http: 'PATCH /orgs/current',
    tenancy: 'organization',
    role: 'ADMIN',
    summary: "Change the organization's name, or, as an owner, what its invoices are made of.",
    description: 'Fields left out stay as they are; null takes one away. Invoices that were issued stay as they are.',
    body: OrganizationChange,
    returns: Organization,
    errors: ['owner_required'],
    run: async ({ tx, body, caller, audit }) =>
      organizationOf(tx, await changeOrganization(tx, audit, caller.role, body)),
  }),
  operation({
    id: 'orgs.get_settings',
    http: 'GET /orgs/settings',
    tenancy: 'organization',
    role: 'OWNER',
    withoutSecondFactor: true,
    summary: 'What the organization asks of its people.',
    returns: Settings,
    run: ({ tx }) => settingsOf(tx),
  }),
  operation({
    id: 'orgs.update_settings',
    http: 'PATCH /orgs/settings',
    tenancy: 'organization',
    role: 'OWNER',
    withoutSecondFactor: true,
    summary: 'Change what the organization asks of its people.',
    description:
      'With `twoFactorRequired`, whoever has not signed in with a second factor is refused with 403 `two_factor_required` from the next call, but for setting it up and for this setting. Keys are not affected.',
    body: SettingsChange,
    returns: Settings,
    async run({ tx, body, audit }) {
      await changeSettings(tx, audit, body)
      return settingsOf(tx)
    },
  }),
]

const settingsOf = async (tx: OrganizationTx) => (await store.findSettings(tx)) ?? gone()

async function organizationOf(tx: OrganizationTx, row: store.OrganizationRow | undefined) {
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
