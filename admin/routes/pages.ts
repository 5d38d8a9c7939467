import { createRoute, redirect } from '@tanstack/react-router'
import { readAskSearch } from '../pages/ask/search.ts'
import { readCustomerSearch } from '../pages/customers/search.ts'
import { readFaqSearch } from '../pages/faqs/search.ts'
import { readGallerySearch, readOneGallerySearch } from '../pages/galleries/search.ts'
import { readHomeSearch } from '../pages/home/search.ts'
import { readImportsSearch } from '../pages/imports/search.ts'
import { readInsightsSearch } from '../pages/insights/search.ts'
import { readMemberSearch, readReferralSearch } from '../pages/loyalty/search.ts'
import { readMessageSearch } from '../pages/messages/search.ts'
import { readModerationSearch } from '../pages/moderation/search.ts'
import { readOrderSearch } from '../pages/orders/search.ts'
import { readPlacementSearch } from '../pages/placements/search.ts'
import { readCategorySearch, readGroupSearch, readProductSearch } from '../pages/products/search.ts'
import { readRequestSearch } from '../pages/requests/search.ts'
import { readInboxSearch } from '../pages/reviews/state/search.ts'
import { readSequenceSearch, readSequencesSearch } from '../pages/sequences/search.ts'
import { readShopSearch } from '../pages/settings/shop/parts/search.ts'
import { readSignOnSearch } from '../pages/settings/single-sign-on/search.ts'
import { readSuppressionSearch } from '../pages/suppressions/search.ts'
import { readTemplateSearch } from '../pages/templates/search.ts'
import { readWebPageSearch } from '../pages/web-pages/search.ts'
import { readWidgetSearch } from '../pages/widgets/search.ts'
import { store } from './frame.tsx'
import { page } from './page.ts'

const home = page(store, '/', () => import('../pages/home/HomePage.tsx'), 'HomePage', readHomeSearch)
const setup = page(store, '/setup', () => import('../pages/first-run/SetupPage.tsx'), 'SetupPage')
const widgets = page(
  store,
  '/widgets',
  () => import('../pages/widgets/WidgetsPage.tsx'),
  'WidgetsPage',
  readWidgetSearch,
)
const moderation = page(
  store,
  '/moderation',
  () => import('../pages/moderation/ModerationPage.tsx'),
  'ModerationPage',
  readModerationSearch,
)
const reviews = page(store, '/reviews', () => import('../pages/reviews/InboxPage.tsx'), 'InboxPage', readInboxSearch)
const review = page(reviews, '/$reviewId', () => import('../pages/reviews/ReviewPane.tsx'), 'ReviewPane')
const products = page(
  store,
  '/products',
  () => import('../pages/products/ProductsPage.tsx'),
  'ProductsPage',
  readProductSearch,
)
const categories = page(
  store,
  '/products/categories',
  () => import('../pages/products/CategoriesPage.tsx'),
  'CategoriesPage',
  readCategorySearch,
)
const productGroups = page(
  store,
  '/products/groups',
  () => import('../pages/products/GroupsPage.tsx'),
  'GroupsPage',
  readGroupSearch,
)
const coverage = page(
  store,
  '/products/identifiers',
  () => import('../pages/products/IdentifiersPage.tsx'),
  'IdentifiersPage',
)
const feed = page(store, '/products/feed', () => import('../pages/products/FeedPage.tsx'), 'FeedPage')
const product = page(store, '/products/$productId', () => import('../pages/products/ProductPage.tsx'), 'ProductPage')
const imports = page(
  store,
  '/imports',
  () => import('../pages/imports/ImportsPage.tsx'),
  'ImportsPage',
  readImportsSearch,
)
const importRun = page(store, '/imports/$importId', () => import('../pages/imports/ImportPage.tsx'), 'ImportPage')
const orders = page(store, '/orders', () => import('../pages/orders/OrdersPage.tsx'), 'OrdersPage', readOrderSearch)
const order = page(store, '/orders/$orderId', () => import('../pages/orders/OrderPage.tsx'), 'OrderPage')
const requests = page(
  store,
  '/requests',
  () => import('../pages/requests/RequestsPage.tsx'),
  'RequestsPage',
  readRequestSearch,
)
const ask = page(store, '/ask', () => import('../pages/ask/AskPage.tsx'), 'AskPage', readAskSearch)
const messages = page(
  store,
  '/email/messages',
  () => import('../pages/messages/MessagesPage.tsx'),
  'MessagesPage',
  readMessageSearch,
)
const mailbox = page(store, '/mailbox', () => import('../pages/mailbox/MailboxPage.tsx'), 'MailboxPage')
const mail = page(mailbox, '/$mailId', () => import('../pages/mailbox/MailPane.tsx'), 'MailPane')
const customers = page(
  store,
  '/customers',
  () => import('../pages/customers/CustomersPage.tsx'),
  'CustomersPage',
  readCustomerSearch,
)
const customer = page(store, '/customers/$email', () => import('../pages/customers/CustomerPage.tsx'), 'CustomerPage')
const loyalty = page(store, '/loyalty', () => import('../pages/loyalty/program/ProgramPage.tsx'), 'ProgramPage')
const incentives = page(store, '/incentives', () => import('../pages/incentives/IncentivesPage.tsx'), 'IncentivesPage')
const loyaltyMembers = page(
  store,
  '/loyalty/members',
  () => import('../pages/loyalty/MembersPage.tsx'),
  'MembersPage',
  readMemberSearch,
)
const loyaltyMember = page(
  store,
  '/loyalty/members/$memberId',
  () => import('../pages/loyalty/MemberPage.tsx'),
  'MemberPage',
)
const loyaltyRewards = page(store, '/loyalty/rewards', () => import('../pages/loyalty/RewardsPage.tsx'), 'RewardsPage')
const loyaltyReferrals = page(
  store,
  '/loyalty/referrals',
  () => import('../pages/loyalty/ReferralsPage.tsx'),
  'ReferralsPage',
  readReferralSearch,
)
const loyaltyLiability = page(
  store,
  '/loyalty/liability',
  () => import('../pages/loyalty/LiabilityPage.tsx'),
  'LiabilityPage',
)
const settings = page(store, '/settings', () => import('../pages/settings/SettingsLayout.tsx'), 'SettingsLayout')

const settingsHome = page(settings, '/', () => import('../pages/settings/SettingsHome.tsx'), 'SettingsHome')
const organization = page(
  settings,
  '/organization',
  () => import('../pages/settings/organization/OrganizationPage.tsx'),
  'OrganizationPage',
)
const affiliates = page(
  settings,
  '/affiliates',
  () => import('../pages/settings/affiliates/AffiliatesPage.tsx'),
  'AffiliatesPage',
)
const keys = page(settings, '/api-keys', () => import('../pages/settings/keys/KeysPage.tsx'), 'KeysPage')
const connectedApps = page(
  settings,
  '/connected-apps',
  () => import('../pages/settings/connected-apps/ConnectedAppsPage.tsx'),
  'ConnectedAppsPage',
)
const formerAssistants = createRoute({
  getParentRoute: () => settings,
  path: '/assistants',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/stores/$storeId/settings/connected-apps/assistants', params, replace: true })
  },
})
const assistants = page(
  settings,
  '/connected-apps/assistants',
  () => import('../pages/settings/assistants/AssistantsPage.tsx'),
  'AssistantsPage',
)
const billing = page(settings, '/billing', () => import('../pages/settings/billing/BillingPage.tsx'), 'BillingPage')
const members = page(settings, '/members', () => import('../pages/settings/members/MembersPage.tsx'), 'MembersPage')
const backups = page(settings, '/backups', () => import('../pages/settings/backups/BackupsPage.tsx'), 'BackupsPage')
const stores = page(settings, '/stores', () => import('../pages/settings/stores/StoresPage.tsx'), 'StoresPage')
const auditLog = page(
  settings,
  '/audit-log',
  () => import('../pages/settings/audit-log/AuditLogPage.tsx'),
  'AuditLogPage',
)
const partners = page(
  settings,
  '/partners',
  () => import('../pages/settings/partners/PartnersPage.tsx'),
  'PartnersPage',
)
const support = page(settings, '/support', () => import('../pages/settings/support/SupportPage.tsx'), 'SupportPage')
const ticket = page(
  settings,
  '/support/$ticketId',
  () => import('../pages/settings/support/TicketPage.tsx'),
  'TicketPage',
)
const singleSignOn = page(
  settings,
  '/single-sign-on',
  () => import('../pages/settings/single-sign-on/SingleSignOnPage.tsx'),
  'SingleSignOnPage',
  readSignOnSearch,
)
const security = page(
  settings,
  '/security',
  () => import('../pages/settings/security/SecurityPage.tsx'),
  'SecurityPage',
)
const account = page(
  store,
  '/settings/account',
  () => import('../pages/settings/account/AccountPage.tsx'),
  'AccountPage',
)
const emailSettings = page(
  settings,
  '/email',
  () => import('../pages/settings/email/EmailSettingsPage.tsx'),
  'EmailSettingsPage',
)
const branding = page(
  settings,
  '/branding',
  () => import('../pages/settings/branding/BrandingPage.tsx'),
  'BrandingPage',
)
const templates = page(store, '/email/templates', () => import('../pages/templates/TemplatesPage.tsx'), 'TemplatesPage')
const template = page(
  store,
  '/email/templates/$name',
  () => import('../pages/templates/TemplatePage.tsx'),
  'TemplatePage',
  readTemplateSearch,
)
const suppressions = page(
  store,
  '/email/suppressions',
  () => import('../pages/suppressions/SuppressionsPage.tsx'),
  'SuppressionsPage',
  readSuppressionSearch,
)
const faqs = page(store, '/faqs', () => import('../pages/faqs/FaqsPage.tsx'), 'FaqsPage', readFaqSearch)
const galleries = page(
  store,
  '/galleries',
  () => import('../pages/galleries/GalleriesPage.tsx'),
  'GalleriesPage',
  readGallerySearch,
)
const placements = page(
  store,
  '/placements',
  () => import('../pages/placements/PlacementsPage.tsx'),
  'PlacementsPage',
  readPlacementSearch,
)
const gallery = page(
  store,
  '/galleries/$galleryId',
  () => import('../pages/galleries/GalleryPage.tsx'),
  'GalleryPage',
  readOneGallerySearch,
)
const webPages = page(store, '/pages', () => import('../pages/web-pages/PagesPage.tsx'), 'PagesPage', readWebPageSearch)
const webPage = page(store, '/pages/$pageId', () => import('../pages/web-pages/WebPagePage.tsx'), 'WebPagePage')
const sequences = page(
  store,
  '/sequences',
  () => import('../pages/sequences/SequencesPage.tsx'),
  'SequencesPage',
  readSequencesSearch,
)
const sequence = page(
  store,
  '/sequences/$sequenceId',
  () => import('../pages/sequences/SequencePage.tsx'),
  'SequencePage',
  readSequenceSearch,
)
const insights = page(
  store,
  '/insights',
  () => import('../pages/insights/InsightsPage.tsx'),
  'InsightsPage',
  readInsightsSearch,
)
const evidence = page(store, '/evidence', () => import('../pages/evidence/EvidencePage.tsx'), 'EvidencePage')
const sendingDomain = page(
  settings,
  '/sending-domain',
  () => import('../pages/settings/sending-domain/SendingDomainPage.tsx'),
  'SendingDomainPage',
)
const connections = page(
  settings,
  '/connections',
  () => import('../pages/settings/connections/ConnectionsPage.tsx'),
  'ConnectionsPage',
)
const connection = page(
  settings,
  '/connections/$connectionId',
  () => import('../pages/settings/connections/ConnectionPage.tsx'),
  'ConnectionPage',
)
const shop = page(settings, '/shop', () => import('../pages/settings/shop/ShopPage.tsx'), 'ShopPage', readShopSearch)
const shopRead = page(settings, '/shop/reads/$syncId', () => import('../pages/settings/shop/SyncPage.tsx'), 'SyncPage')
const webhooks = page(
  settings,
  '/webhooks',
  () => import('../pages/settings/webhooks/WebhooksPage.tsx'),
  'WebhooksPage',
)
const webhook = page(
  settings,
  '/webhooks/$webhookId',
  () => import('../pages/settings/webhooks/WebhookPage.tsx'),
  'WebhookPage',
)
const destinations = page(
  settings,
  '/destinations',
  () => import('../pages/settings/destinations/DestinationsPage.tsx'),
  'DestinationsPage',
)
const sharing = page(settings, '/sharing', () => import('../pages/settings/sharing/SharingPage.tsx'), 'SharingPage')
const agents = page(settings, '/agents', () => import('../pages/settings/agents/AgentsPage.tsx'), 'AgentsPage')
const storefront = page(
  settings,
  '/storefront',
  () => import('../pages/settings/storefront/StorefrontPage.tsx'),
  'StorefrontPage',
)

export const storePages = [
  home,
  setup,
  widgets,
  reviews.addChildren([review]),
  moderation,
  products,
  categories,
  productGroups,
  coverage,
  feed,
  product,
  imports,
  importRun,
  ask,
  requests,
  sequences,
  sequence,
  messages,
  suppressions,
  faqs,
  placements,
  galleries,
  gallery,
  webPages,
  webPage,
  insights,
  evidence,
  mailbox.addChildren([mail]),
  orders,
  order,
  customers,
  customer,
  incentives,
  loyalty,
  loyaltyMembers,
  loyaltyMember,
  loyaltyRewards,
  loyaltyReferrals,
  loyaltyLiability,
  settings.addChildren([
    settingsHome,
    organization,
    members,
    stores,
    backups,
    keys,
    connectedApps,
    assistants,
    formerAssistants,
    destinations,
    sharing,
    agents,
    singleSignOn,
    billing,
    affiliates,
    partners,
    support,
    ticket,
    auditLog,
    security,
    emailSettings,
    branding,
    sendingDomain,
    connections,
    connection,
    shop,
    shopRead,
    webhooks,
    webhook,
    storefront,
  ]),
  account,
  templates,
  template,
] as const
