import type { ReactNode } from 'react'
import type { Credentials, Platform } from '../../../../api/shops/shops.ts'

export type CredentialField = {
  name: keyof Credentials
  label: string
  hint?: string
  isSecret?: boolean
  isOptional?: boolean
}

export type Way = {
  name: string
  meaning: string
  steps: readonly ReactNode[]
  fields: readonly CredentialField[]
  /** The connection starts in the shop's own admin, so this form has no fields. */
  isPlugin?: true
}

type PlatformTexts = {
  name: string
  meaning: string
  guide: string
  address?: { label: string; placeholder: string; hint: string }
  ways: readonly [Way, ...Way[]]
}

const Menu = ({ children }: { children: ReactNode }) => <span className="font-medium text-text">{children}</span>

const clientSecret = (hint: string): CredentialField => ({
  name: 'clientSecret',
  label: 'Client secret',
  hint,
  isSecret: true,
})

const plugin = (name: string): Way => ({
  name: 'Install the plugin',
  meaning: 'Stars and reviews in the shop and its admin. You paste only one line.',
  steps: [
    <>Make the connection string below. You get the commands to type with it.</>,
    <>
      Start {name} again, open <Menu>Evident</Menu> in its admin, and choose <Menu>Connect</Menu>.
    </>,
    <>Products and orders are then read, and stars appear in the shop.</>,
  ],
  fields: [],
  isPlugin: true,
})

export const platforms: Record<Platform, PlatformTexts> = {
  shopify: {
    name: 'Shopify',
    meaning: 'Install an app, or bring your own',
    guide: '/docs/connect-shopify',
    address: {
      label: 'Address at Shopify',
      placeholder: 'acme.myshopify.com',
      hint: 'Not the domain that customers see. Find this address under Settings → Domains.',
    },
    ways: [
      {
        name: 'Install the app',
        meaning: 'Approve in Shopify and return here. Nothing to copy.',
        steps: [
          <>Enter your Shopify address below.</>,
          <>
            You are led to Shopify. Look at what is asked for, and choose <Menu>Install</Menu>.
          </>,
          <>Shopify sends you back here, and the first sync starts.</>,
        ],
        fields: [],
      },
      {
        name: 'Your own app',
        meaning: 'Created in Shopify’s Dev Dashboard: a client ID and a secret.',
        steps: [
          <>
            In Shopify’s Dev Dashboard create an app, and choose the scopes <Menu>read_products</Menu> and{' '}
            <Menu>read_orders</Menu>.
          </>,
          <>
            Under <Menu>Protected customer data access</Menu> ask for orders with names and email addresses. Without
            them nobody can be asked for a review.
          </>,
          <>Release the version, and install the app in your shop.</>,
          <>
            Under <Menu>Settings</Menu> copy the client id and the secret.
          </>,
        ],
        fields: [{ name: 'clientId', label: 'Client id' }, clientSecret('Starts with shpss_.')],
      },
      {
        name: 'An older custom app',
        meaning: 'Created in your shop’s admin: an access token and a secret key.',
        steps: [
          <>
            In your shop’s admin open <Menu>Settings → Apps and sales channels → Develop apps</Menu>, and your app.
          </>,
          <>
            It needs the scopes <Menu>read_products</Menu> and <Menu>read_orders</Menu>.
          </>,
          <>
            Under <Menu>API credentials</Menu> copy the Admin API access token and the API secret key.
          </>,
        ],
        fields: [
          { name: 'accessToken', label: 'Admin API access token', hint: 'Starts with shpat_.', isSecret: true },
          { name: 'clientSecret', label: 'API secret key', isSecret: true },
        ],
      },
    ],
  },
  woocommerce: {
    name: 'WooCommerce',
    meaning: 'A key of its REST API; no plugin',
    guide: '/docs/connect-woocommerce',
    address: {
      label: 'Address of the shop',
      placeholder: 'https://shop.example',
      hint: 'The address as the browser shows it, with its path if it has one.',
    },
    ways: [
      {
        name: 'REST API key',
        meaning: '',
        steps: [
          <>
            In WordPress open <Menu>Settings → Permalinks</Menu>, and choose any structure except <Menu>Plain</Menu>.
          </>,
          <>
            Open <Menu>WooCommerce → Settings → Advanced → REST API</Menu>, and choose <Menu>Add key</Menu>.
          </>,
          <>
            Description: Evident. User: a shop manager or administrator. Permissions: <Menu>Read/Write</Menu>; writing
            is for webhooks, reward codes and ratings.
          </>,
          <>
            Choose <Menu>Generate API key</Menu>, and copy the consumer key and secret here. WordPress shows them once.
          </>,
        ],
        fields: [
          { name: 'consumerKey', label: 'Consumer key', hint: 'Starts with ck_.' },
          { name: 'consumerSecret', label: 'Consumer secret', hint: 'Starts with cs_.', isSecret: true },
        ],
      },
    ],
  },
  bigcommerce: {
    name: 'BigCommerce',
    meaning: 'A store-level API account',
    guide: '/docs/connect-bigcommerce',
    address: {
      label: 'Store hash',
      placeholder: 'abc123',
      hint: 'Part of the API path, https://api.bigcommerce.com/stores/abc123/v3/. You can also enter the whole path.',
    },
    ways: [
      {
        name: 'API account',
        meaning: '',
        steps: [
          <>
            In the control panel open <Menu>Settings → Store-level API accounts</Menu>, and choose{' '}
            <Menu>Create API account</Menu> of the type V2/V3.
          </>,
          <>
            Scopes, each read-only: <Menu>Products</Menu>, <Menu>Orders</Menu>, <Menu>Information & settings</Menu>.
          </>,
          <>
            Choose <Menu>Save</Menu>, and copy the access token and client secret here. BigCommerce shows them once.
          </>,
        ],
        fields: [
          { name: 'accessToken', label: 'Access token', isSecret: true },
          { name: 'clientSecret', label: 'Client secret', isSecret: true },
        ],
      },
    ],
  },
  medusa: {
    name: 'Medusa',
    meaning: 'The plugin, or a secret key of Medusa 2',
    guide: '/docs/connect-medusa',
    address: {
      label: 'Address of the backend',
      placeholder: 'https://backend.shop.example',
      hint: 'Address of Medusa itself, not of the storefront, without /app or /admin.',
    },
    ways: [
      plugin('Medusa'),
      {
        name: 'Secret API key',
        meaning: 'Without the plugin. For changes within seconds, add a subscriber to Medusa.',
        steps: [
          <>
            In Medusa’s admin open <Menu>Settings → Secret API Keys</Menu>, and choose <Menu>Create</Menu>.
          </>,
          <>Copy the key here. Medusa shows it once.</>,
          <>Once connected, you get a secret for a small subscriber, by which changes arrive within seconds.</>,
        ],
        fields: [{ name: 'apiKey', label: 'Secret API key', hint: 'Starts with sk_.', isSecret: true }],
      },
    ],
  },
  vendure: {
    name: 'Vendure',
    meaning: 'The plugin, or an administrator of Vendure 3',
    guide: '/docs/connect-vendure',
    address: {
      label: 'Address of the server',
      placeholder: 'https://vendure.shop.example',
      hint: 'Address of Vendure itself, not of the storefront, without /admin-api.',
    },
    ways: [
      plugin('Vendure'),
      {
        name: 'Name and password',
        meaning: 'Without the plugin. An administrator with read access only.',
        steps: [
          <>
            In Vendure’s dashboard create a role with <Menu>ReadCatalog</Menu>, <Menu>ReadOrder</Menu> and{' '}
            <Menu>ReadCustomer</Menu>, in the channel that is to be read.
          </>,
          <>Create an administrator with that role alone, and type the address and the password here.</>,
          <>
            Logging in needs <Menu>bearer</Menu> among <Menu>authOptions.tokenMethod</Menu>.
          </>,
        ],
        fields: [
          { name: 'username', label: 'Email address of the administrator' },
          { name: 'password', label: 'Password', isSecret: true },
          channelToken(),
        ],
      },
      {
        name: 'API key',
        meaning: 'Where authOptions.tokenMethod includes api-key.',
        steps: [
          <>
            In Vendure’s dashboard create an administrator who has <Menu>ReadCatalog</Menu>, <Menu>ReadOrder</Menu> and{' '}
            <Menu>ReadCustomer</Menu> alone.
          </>,
          <>Give that administrator an API key, and copy it here.</>,
        ],
        fields: [{ name: 'apiKey', label: 'API key', isSecret: true }, channelToken()],
      },
    ],
  },
  custom: {
    name: 'Custom shop (API)',
    meaning: 'Any other shop: it pushes over the API',
    guide: '/docs/products-and-orders',
    ways: [
      {
        name: 'Push',
        meaning: '',
        steps: [
          <>
            Make a key of the Admin role under <Menu>Settings → Apps and keys → API keys</Menu>.
          </>,
          <>
            Have your shop send its products with <code className="font-mono">PUT /products</code> and its orders with{' '}
            <code className="font-mono">PUT /orders</code>, all of them once, and then each change.
          </>,
          <>We read nothing from this shop, and products do not retire automatically.</>,
        ],
        fields: [],
      },
    ],
  },
}

function channelToken(): CredentialField {
  return {
    name: 'channelToken',
    label: 'Token of the channel',
    hint: 'Only where there are several channels.',
    isOptional: true,
  }
}

/** True if the merchant consents at Shopify instead of entering credentials. */
export const isByConsent = (platform: Platform, { fields }: Way) => platform === 'shopify' && fields.length === 0
