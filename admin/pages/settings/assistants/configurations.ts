// What three common assistants are told to reach this service by, as they read it.

export type Way = 'sign-in' | 'key'
export type Access = 'all' | 'read' | 'reviews'

export type Configuration = { name: string; meaning: string; code: string }

const queries: Record<Access, string> = { all: '', read: '?read_only=1', reviews: '?toolsets=account,reviews' }

export const addressOf = (origin: string, access: Access): string => `${origin}/mcp${queries[access]}`

/** Stands where the key has to be put: nothing on this page knows one. */
const key = 'evnt_YOUR_KEY'

export function configurationsFor(origin: string, way: Way, access: Access): Configuration[] {
  const url = addressOf(origin, access)
  const isKey = way === 'key'
  return [
    {
      name: 'Claude Code',
      meaning: isKey ? 'In a terminal.' : 'In a terminal; then type /mcp in Claude Code and choose evident.',
      code: `claude mcp add --transport http evident "${url}"${isKey ? ` \\\n  --header "Authorization: Bearer ${key}"` : ''}`,
    },
    {
      name: 'VS Code with GitHub Copilot',
      meaning: isKey
        ? 'In the file .vscode/mcp.json. VS Code asks for the key once and keeps it.'
        : 'In the file .vscode/mcp.json. VS Code opens the page where you sign in.',
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
      meaning: isKey
        ? 'In the file ~/.gemini/settings.json.'
        : 'In the file ~/.gemini/settings.json. It needs a client id: register it under Connected apps, for programs on people’s machines, with the address http://localhost/oauth/callback.',
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
