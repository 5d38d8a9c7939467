import { contributionPoint } from '../areas/contributions.ts'

export type Prompt = {
  name: string
  title: string
  description: string
  arguments: readonly { name: string; description: string; required: boolean }[]
  /** The user's message. Missing arguments are absent. */
  write(given: Readonly<Record<string, string>>): string
}

export const prompts = contributionPoint<Prompt>('prompts of assistants')
