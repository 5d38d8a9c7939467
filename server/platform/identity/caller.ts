// Only this file maps credentials to capabilities; other code asks for the capability, not the credential.

export const roles = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const
export type Role = (typeof roles)[number]

export const hasRole = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed)

/** Viewers see neither the shop's private addresses nor the merchant's mail addresses. */
export const seesMerchantAddresses = ({ role }: { role: Role }): boolean => hasRole(role, 'MEMBER')

export type Capabilities = {
  via: 'key' | 'oauth' | 'user' | 'support'
  /** Responses show shoppers' addresses unmasked. */
  seesAddresses: boolean
  /** Shoppers' addresses from this caller count as verified, because the merchant's own server vouches for them. */
  provesAddresses: boolean
  /** The caller is a signed-in person, who may do more than a key or token, such as create keys and change members. */
  actsInPerson: boolean
  /** The caller has access to all organizations of the person, not only one. */
  reachesAllOrganizations: boolean
  /** The organization whose provider signed the person in. The session reaches only this organization. */
  vouchedBy?: string
  /** Browsers send the credential automatically, so writes with it must come from our own pages. */
  isSentByBrowsers: boolean
  /** Multiplies the rate limits. */
  budgetFactor: 1 | 3
}

export type Caller = Capabilities & {
  id: string
  organizationId: string
  role: Role
  /** Empty means unrestricted. */
  scopes: readonly string[]
  /** Stores to which the credential was narrowed; undefined means all stores of the organization. */
  stores?: readonly string[]
  /** Set when the caller acts for an organization that it does not belong to. */
  delegation?: Delegation | undefined
}

/**
 * A delegated caller has access to stores, but not to organization data such as billing. The database checks the delegation
 * at every call.
 */
export type Delegation = {
  via: 'partner' | 'support'
  grantId: string
  name: string
  organizationId?: string
  organization?: string
  /** The support ticket, and its store if it names one. */
  ticketId?: string
  storeEnvId?: string | null
}

export const capabilitiesOfKey: Capabilities = {
  via: 'key',
  seesAddresses: false,
  provesAddresses: true,
  actsInPerson: false,
  reachesAllOrganizations: false,
  isSentByBrowsers: false,
  budgetFactor: 1,
}

/**
 * A program that acts for a person. It is not the merchant's own server, so addresses it sends do not count as verified.
 */
export const capabilitiesOfGrant: Capabilities = {
  via: 'oauth',
  seesAddresses: false,
  provesAddresses: false,
  actsInPerson: false,
  reachesAllOrganizations: false,
  isSentByBrowsers: false,
  budgetFactor: 1,
}

export const capabilitiesOfSession: Capabilities = {
  via: 'user',
  seesAddresses: true,
  provesAddresses: false,
  actsInPerson: true,
  reachesAllOrganizations: true,
  isSentByBrowsers: true,
  budgetFactor: 3,
}

/** The operator's support staff, with the access that an owner granted for a ticket. */
export const capabilitiesOfSupport: Capabilities = {
  via: 'support',
  seesAddresses: false,
  provesAddresses: false,
  actsInPerson: false,
  reachesAllOrganizations: false,
  isSentByBrowsers: false,
  budgetFactor: 1,
}

/** Identifies the caller in rows that outlive the credential. */
export const nameOfCaller = ({ via, id }: Pick<Caller, 'via' | 'id'>): string => `${via}:${id}`

/** The author of a change: role and type of credential, without a name, because the row outlives the caller. */
export type Party = {
  role: 'REVIEWER' | Exclude<Role, 'VIEWER'> | 'SYSTEM'
  via: 'form' | 'key' | 'session' | 'token' | Delegation['via'] | 'system'
}

export const theService: Party = { role: 'SYSTEM', via: 'system' }

const ways = { key: 'key', oauth: 'token', user: 'session', support: 'support' } as const

export const toParty = ({ role, via, delegation }: Pick<Caller, 'role' | 'via' | 'delegation'>): Party =>
  role === 'VIEWER' ? theService : { role, via: delegation?.via ?? ways[via] }
