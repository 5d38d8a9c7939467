import { contributionPoint } from '../areas/contributions.ts'

export type Prompt = {
  name: string
  title: string
  description: string
  arguments: readonly { name: string; description: string; required: boolean }[]
  /** Builds the user's message. Arguments that the client did not send are undefined. */
  write(given: Readonly<Record<string, string>>): string
}

export const prompts = contributionPoint<Prompt>('prompts of assistants')
