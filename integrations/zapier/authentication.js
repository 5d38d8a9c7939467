// On the installation's own page, the person chooses the stores and permissions that Zapier gets.
import { call, origin } from './api.js'

const scope =
  'account:read events:read outbound-webhooks:write reviews:write products:write orders:write loyalty:read galleries:read'

const tokenRequest = (fields) => async (z, bundle) => {
  const response = await z.request({
    method: 'POST',
    url: `${origin()}/oauth/token`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: {
      client_id: process.env.CLIENT_ID,
      ...(process.env.CLIENT_SECRET && { client_secret: process.env.CLIENT_SECRET }),
      ...fields(bundle),
    },
    skipThrowForStatus: true,
  })
  const { access_token, refresh_token, error_description: reason } = response.data ?? {}
  if (!access_token)
    throw new z.errors.Error(reason ?? 'The installation returned no token. Connect again.', 'oauth', response.status)
  return { access_token, refresh_token }
}

const test = async (z) => {
  const { data } = await call(z, 'account.list_stores', {})
  const [first] = data
  return {
    storeEnvId: first?.id,
    organization: first?.organizationName,
    stores: data.map(({ name }) => name).join(', '),
  }
}

export const authentication = {
  type: 'oauth2',
  oauth2Config: {
    authorizeUrl: {
      method: 'GET',
      url: '{{process.env.EVIDENT_ORIGIN}}/oauth/authorize',
      params: {
        client_id: '{{process.env.CLIENT_ID}}',
        state: '{{bundle.inputData.state}}',
        redirect_uri: '{{bundle.inputData.redirect_uri}}',
        response_type: 'code',
      },
    },
    getAccessToken: tokenRequest(({ inputData }) => ({
      grant_type: 'authorization_code',
      code: inputData.code,
      redirect_uri: inputData.redirect_uri,
      code_verifier: inputData.code_verifier,
    })),
    refreshAccessToken: tokenRequest(({ authData }) => ({
      grant_type: 'refresh_token',
      refresh_token: authData.refresh_token,
    })),
    autoRefresh: true,
    // Zapier adds the challenge to the URL and returns the verifier with the code.
    enablePkce: true,
    scope,
  },
  test,
  connectionLabel: '{{organization}}: {{stores}}',
}
