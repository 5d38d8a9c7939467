import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, Icon, INodeProperties } from 'n8n-workflow'

export class EvidentApi implements ICredentialType {
  name = 'evidentApi'
  displayName = 'Evident API'
  icon: Icon = { light: 'file:../icons/evident.svg', dark: 'file:../icons/evident.dark.svg' }
  documentationUrl = 'https://www.npmjs.com/package/n8n-nodes-evident#credentials'

  properties: INodeProperties[] = [
    {
      displayName: 'Address',
      name: 'origin',
      type: 'string',
      required: true,
      default: '',
      placeholder: 'https://reviews.example.com',
      description: 'Address of your Evident installation, without a path',
    },
    {
      displayName: 'Store ID',
      name: 'storeEnvId',
      type: 'string',
      required: true,
      default: '',
      description: 'ID of the store. The admin application shows it under Settings > Store.',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      required: true,
      default: '',
      description: 'API key of the organization. The README lists the scopes that each node needs.',
    },
  ]

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: {
      headers: {
        authorization: '=Bearer {{$credentials.apiKey}}',
        'x-store-env-id': '={{$credentials.storeEnvId}}',
      },
    },
  }

  test: ICredentialTestRequest = {
    request: {
      baseURL: '={{$credentials.origin.replace(/\\/+$/, "")}}',
      url: '/api/v1/account/stores',
    },
  }
}
