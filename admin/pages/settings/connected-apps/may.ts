import type { AppConnection } from '../../../api/account/connected-apps.ts'
import { shownLocale } from '../../../components/locale.ts'

/** Area names inside a sentence. A test requires a name for every area that an app can access. */
export const areaNames: Readonly<Record<string, string>> = {
  account: 'stores and organizations',
  orgs: 'details of the organization',
  billing: 'the subscription and invoices',
  connectors: 'connections to shops and providers',
  webhooks: 'webhooks that shops send',
  email: 'review requests and emails',
  'email-branding': 'the look of emails',
  'email-suppressions': 'addresses that get no email',
  'sending-domain': 'the sending domain',
  events: 'events',
  features: 'features of the plan',
  affiliates: 'affiliates',
  partner: 'partner access',
  imports: 'imports',
  orders: 'orders',
  products: 'products',
  categories: 'categories',
  reviews: 'reviews',
  uploads: 'photos',
  storefront: 'storefront settings',
  placements: 'widgets and placements',
  customers: 'customers',
  loyalty: 'the loyalty program',
  'outbound-webhooks': 'webhooks to other services',
  galleries: 'galleries',
  faqs: 'questions and answers',
  analytics: 'analytics',
  evidence: 'evidence packs',
  'email-sequences': 'email sequences',
  'review-incentives': 'incentives for reviews',
  'web-pages': 'web pages',
  backups: 'backups',
}

type Grant = Pick<AppConnection, 'role' | 'scopes'>

export function formatSummary(granted: Grant): string {
  const { seen, changed } = computeReach(granted)
  const sees = `Sees ${seen === 'all' ? 'everything' : shortList(seen)}`
  return changed === 'all'
    ? 'Sees and changes everything'
    : changed.length === 0
      ? `${sees}; changes nothing`
      : `${sees}; changes ${shortList(changed)}`
}

export function listSentences({ role, scopes, stores, user }: AppConnection): string[] {
  const { seen, changed } = computeReach({ role, scopes })
  return [
    `It reaches ${stores.length === 0 ? 'no stores' : list(stores.map(({ name }) => name))}, and no store that is opened later.`,
    seen === 'all' ? 'It can see everything there.' : `It can see ${list(seen)}.`,
    changed === 'all'
      ? 'It can change everything there, as far as its role allows.'
      : changed.length === 0
        ? 'It can change nothing.'
        : `It can change ${list(changed)}, as far as its role allows.`,
    ...(changed.length > 0 ? roleSentences[role] : []),
    `It can never do more than ${user.name || user.email} can, and it is stopped when they leave the organization.`,
    'Shoppers’ email addresses are shown to it masked. Members, API keys, payments and sign-in are closed to it.',
  ]
}

const roleSentences: Record<AppConnection['role'], string[]> = {
  VIEWER: [],
  MEMBER: [
    'As a Member it can do the daily work with reviews: approve, answer, import and delete them, and send requests.',
  ],
  ADMIN: ['As an Admin it can also push orders and products, change settings, and delete and export what is there.'],
}

type Reach = { seen: 'all' | string[]; changed: 'all' | string[] }

/** A Viewer cannot change anything, whichever scopes it has. Write access includes read access. */
function computeReach({ role, scopes }: Grant): Reach {
  const listAreas = (verbs: string[]) => [
    ...new Set(
      scopes.flatMap((scope) => {
        const [area = '', verb = ''] = scope.split(':')
        return verbs.includes(verb) ? [areaNames[area] ?? area] : []
      }),
    ),
  ]
  const isVerb = (verb: string) => scopes.includes(verb)
  return {
    seen: isVerb('read') || isVerb('write') ? 'all' : listAreas(['read', 'write']),
    changed: role === 'VIEWER' ? [] : isVerb('write') ? 'all' : listAreas(['write']),
  }
}

const format = new Intl.ListFormat(shownLocale, { type: 'conjunction' })
const list = (names: readonly string[]) => format.format(names)

function shortList(names: readonly string[]): string {
  const more = names.length - 2
  return more < 2 ? list(names) : list([...names.slice(0, 2), `${more} more`])
}
