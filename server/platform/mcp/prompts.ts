// What an assistant's user can begin with: a task in words, which the model then does by the tools. Areas contribute their own.
import { contributionPoint } from '../areas/contributions.ts'

export type Prompt = {
  /** A verb and what it acts upon. */
  name: string
  title: string
  description: string
  arguments: readonly { name: string; description: string; required: boolean }[]
  /** The message that the user sends; an argument that was not given is absent. */
  write(given: Readonly<Record<string, string>>): string
}

export const prompts = contributionPoint<Prompt>('prompts of assistants')
