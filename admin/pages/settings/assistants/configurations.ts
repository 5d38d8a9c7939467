export type Way = 'sign-in' | 'key'
export type Access = 'all' | 'read' | 'reviews'

export type Configuration = { name: 'Claude Code' | 'VS Code with GitHub Copilot' | 'Gemini CLI'; code: string }

const queries: Record<Access, string> = { all: '', read: '?read_only=1', reviews: '?toolsets=account,reviews' }

export const buildAddress = (origin: string, access: Access): string => `${origin}/mcp${queries[access]}`

/** Placeholder: this page never knows a key. */
const key = 'evnt_YOUR_KEY'

export function configurationsFor(origin: string, way: Way, access: Access): Configuration[] {
  const url = buildAddress(origin, access)
  const isKey = way === 'key'
  return [
    {
      name: 'Claude Code',
      code: `claude mcp add --transport http evident "${url}"${isKey ? ` \\\n  --header "Authorization: Bearer ${key}"` : ''}`,
    },
    {
      name: 'VS Code with GitHub Copilot',
      code: json({
        servers: {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: VS Code fills it in
          evident: { type: 'http', url, ...(isKey && { headers: { Authorization: 'Bearer ${input:evident-key}' } }) },
        },
        ...(isKey && {
          inputs: [{ type: 'promptString', id: 'evident-key', description: 'Evident API key', password: true }],
        }),
      }),
    },
    {
      name: 'Gemini CLI',
      code: json({
        mcpServers: {
          evident: {
            httpUrl: url,
            ...(isKey
              ? { headers: { Authorization: `Bearer ${key}` } }
              : { oauth: { enabled: true, clientId: 'YOUR_CLIENT_ID' } }),
          },
        },
      }),
    },
  ]
}

const json = (value: unknown) => JSON.stringify(value, null, 2)
