import type { Areas } from '#platform/areas/area.ts'
import type { PageRoute } from '#platform/pages/page-route.ts'
import { languages } from './rules.ts'

const authentication = ['none', 'client_secret_basic', 'client_secret_post']

const buildServerMetadata = (origin: string, scopes: readonly string[]) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/oauth/authorize`,
  token_endpoint: `${origin}/oauth/token`,
  revocation_endpoint: `${origin}/oauth/revoke`,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: authentication,
  revocation_endpoint_auth_methods_supported: authentication,
  code_challenge_methods_supported: ['S256'],
  scopes_supported: scopes,
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  protected_resources: [origin],
  ui_locales_supported: languages,
  service_documentation: `${origin}/docs/oauth`,
})

/** RFC 9728 §3.3: `resource` must be the address for which the metadata document was requested. */
const buildResourceMetadata = (path: string) => (origin: string) => ({
  resource: origin + path,
  authorization_servers: [origin],
  scopes_supported: ['read', 'write'],
  bearer_methods_supported: ['header'],
  resource_name: 'Evident',
  resource_documentation: `${origin}/docs/oauth`,
})

const resourcePath = '/.well-known/oauth-protected-resource'

const document = (id: string, path: PageRoute['path'], write: (origin: string) => object): PageRoute => ({
  id,
  method: 'GET',
  path,
  limit: 'address',
  isPublic: true,
  handle: async ({ services }, _request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=300', 'access-control-allow-origin': '*' })
      .send(write(services.origin)),
})

export const metadataPages = ({ scopes }: Areas): PageRoute[] => {
  const all = ['read', 'write', ...scopes.served.flatMap((area) => [`${area}:read`, `${area}:write`])]
  return [
    document('oauth.server_metadata', '/.well-known/oauth-authorization-server', (origin) =>
      buildServerMetadata(origin, all),
    ),
    document('oauth.resource_metadata', resourcePath, buildResourceMetadata('')),
    document('oauth.mcp_metadata', `${resourcePath}/mcp`, buildResourceMetadata('/mcp')),
    document('oauth.api_metadata', `${resourcePath}/api/v1`, buildResourceMetadata('/api/v1')),
  ]
}
