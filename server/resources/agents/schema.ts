import { type Static, Type } from 'typebox'
import { Nullable } from '#platform/values/wire.ts'

export const defaults = { enabled: false, excerpts: true, faqs: true }

const switches = {
  enabled: Type.Boolean({
    default: defaults.enabled,
    description: 'Whether the public addresses for shopping agents answer. If off, all of them return the same 404.',
  }),
  excerpts: Type.Boolean({
    default: defaults.excerpts,
    description: 'Whether agents get the beginnings of reviews. If off, only counts and averages are public here.',
  }),
  faqs: Type.Boolean({ default: defaults.faqs, description: 'Whether agents get the published FAQs.' }),
}

const url = (description: string, file = '') =>
  Type.String({
    description,
    examples: [`https://reviews.example.com/agents/019a9f50-0b7e-7a3c-9c55-7d4f1a2b3c01${file}`],
  })

export const AgentSettings = Type.Object(
  {
    ...switches,
    urls: Type.Object(
      {
        index: url('Address of the overview, as JSON.'),
        llms: url('Address of the description for language models, as Markdown.', '/llms.txt'),
        mcp: url('Address of the server for the Model Context Protocol.', '/mcp'),
        ucp: url('Address of the profile for the Universal Commerce Protocol.', '/ucp.json'),
      },
      { description: 'Public addresses of the store.' },
    ),
    serviceName: Nullable(
      Type.String({
        description:
          'Name of the service in UCP profiles: the labels of our host in reverse order, and `.shopping`. Null if the host is not public or not served over https, because then no profile is valid.',
        examples: ['com.example.reviews.shopping'],
      }),
    ),
  },
  { title: 'AgentSettings' },
)
export type AgentSettings = Static<typeof AgentSettings>

export const AgentSettingsChange = Type.Partial(Type.Object(switches), {
  title: 'AgentSettingsChange',
  description: 'Changes of the settings. Omitted fields keep their values.',
})

export type Switches = { enabled: boolean; excerpts: boolean; faqs: boolean }
