// Who calls, by what they may. What a credential gives is decided here and nowhere else: other code asks for the capability,
// never for the kind of credential.

export const roles = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const
export type Role = (typeof roles)[number]

export const hasRole = (role: Role, needed: Role): boolean => roles.indexOf(role) >= roles.indexOf(needed)

/** Viewers see neither private addresses of the shop nor the merchant's own mail addresses. */
export const seesMerchantAddresses = ({ role }: { role: Role }): boolean => hasRole(role, 'MEMBER')

export type Capabilities = {
  /** What the credential is of, as logs and counters name it. */
  via: 'key' | 'oauth' | 'user' | 'support'
  /** Answers show shoppers' whole addresses; everybody else gets them masked. */
  seesAddresses: boolean
  /** An address that it names counts as proven: the merchant's own server vouches for it. */
  provesAddresses: boolean
  /** A person who has signed in: does what no key or token may, such as making keys and changing members. */
  actsInPerson: boolean
  /** Reaches all organizations of its person, and not the one alone that it was made for. */
  reachesAllOrganizations: boolean
  /** The organization whose own provider vouched for the session: of its person's organizations it reaches this one alone. */
  vouchedBy?: string
  /** A browser sends it by itself, whichever page asks: its writes must come from our own pages. */
  isSentByBrowsers: boolean
  /** How many times the rate limits' numbers it may call. */
  budgetFactor: 1 | 3
}

export type Caller = Capabilities & {
  /** The key's id, the grant's, or the person's. */
  id: string
  organizationId: string
  role: Role
  /** None at all means unrestricted. */
  scopes: readonly string[]
  /** The stores it was narrowed to; undefined means all that the organization has. */
  stores?: readonly string[]
  /** Whose work this is, when the caller acts for an organization that it does not belong to. */
  delegation?: Delegation | undefined
}

/**
 * Access that an organization has given to others: it reaches stores, and nothing of the organization itself, such as its
 * billing, keys and members. The database decides with every call whether it stands.
 */
export type Delegation = {
  via: 'partner' | 'support'
  grantId: string
  /** Who acts, as the organization's log names them. */
  name: string
  /** The partner whose member it is. */
  organizationId?: string
  organization?: string
  /** What support was asked, and the one store that it is about, if it names one. */
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

/** A program that a person lets act for them. It is not the merchant's own server, so it vouches for nobody's address. */
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

/** Works for the operator, under the access that an owner has granted for a ticket. */
export const capabilitiesOfSupport: Capabilities = {
  via: 'support',
  seesAddresses: false,
  provesAddresses: false,
  actsInPerson: false,
  reachesAllOrganizations: false,
  isSentByBrowsers: false,
  budgetFactor: 1,
}

/** Who it is, as rows that outlive the credential name it. */
export const nameOfCaller = ({ via, id }: Pick<Caller, 'via' | 'id'>): string => `${via}:${id}`

/** Who changes something, as rows say it that outlive the caller and name nobody: in what role, and by which way. */
export type Party = {
  role: 'REVIEWER' | Exclude<Role, 'VIEWER'> | 'SYSTEM'
  via: 'form' | 'key' | 'session' | 'token' | Delegation['via'] | 'system'
}

/** Jobs, and whatever else has no caller. */
export const theService: Party = { role: 'SYSTEM', via: 'system' }

const ways = { key: 'key', oauth: 'token', user: 'session', support: 'support' } as const

/** A viewer changes nothing. */
export const partyOf = ({ role, via, delegation }: Pick<Caller, 'role' | 'via' | 'delegation'>): Party =>
  role === 'VIEWER' ? theService : { role, via: delegation?.via ?? ways[via] }
