// Who calls, by what they may. What a credential gives is decided here and nowhere else: other code asks for the capability,
// never for the kind of credential.

export const roles = ['VIEWER', 'MEMBER', 'ADMIN', 'OWNER'] as const
export type Role = (typeof roles)[number]

export type Capabilities = {
  /** What the credential is of, as logs and counters name it. */
  via: 'key' | 'user'
  /** Answers show shoppers' whole addresses; everybody else gets them masked. */
  seesAddresses: boolean
  /** An address that it names counts as proven: the merchant's own server vouches for it. */
  provesAddresses: boolean
  /** A person who has signed in: does what no key or token may, such as making keys and changing members. */
  actsInPerson: boolean
  /** Reaches all organizations of its person, and not the one alone that it was made for. */
  reachesAllOrganizations: boolean
  /** A browser sends it by itself, whichever page asks: its writes must come from our own pages. */
  isSentByBrowsers: boolean
  /** How many times the rate limits' numbers it may call. */
  budgetFactor: 1 | 3
}

export type Caller = Capabilities & {
  /** The key's id, or the person's. */
  id: string
  organizationId: string
  role: Role
  /** None at all means unrestricted. */
  scopes: readonly string[]
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

export const capabilitiesOfSession: Capabilities = {
  via: 'user',
  seesAddresses: true,
  provesAddresses: false,
  actsInPerson: true,
  reachesAllOrganizations: true,
  isSentByBrowsers: true,
  budgetFactor: 3,
}

/** Who it is, as rows that outlive the credential name it. */
export const nameOfCaller = ({ via, id }: Pick<Caller, 'via' | 'id'>): string => `${via}:${id}`
