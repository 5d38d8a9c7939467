import { parentPort } from 'node:worker_threads'
import { LRUCache } from 'lru-cache'
import type { EmailBranding } from '#resources/email-branding/schema.ts'
import type { TemplateName } from '../template-definitions/definition.ts'
import { requireDefinition } from '../template-definitions/definitions.ts'
import { type CheckedDraft, type CompiledLayout, checkDraft, checkLayout, type Fields } from './check.ts'
import { compose, type MailContent, type ParsedTemplate } from './compose.ts'
import { explainProblem, loadEngines } from './liquid.ts'
import type { Choice } from './locales.ts'
import { type CustomTexts, estimateSize, parseTemplate } from './parsed-templates.ts'
import { buildScope } from './scope.ts'

type Mail = { template: TemplateName; choice: Choice; branding: EmailBranding }

export type Tasks = {
  /** `version` is the cache key of the texts. Texts without a version are not cached. */
  compose: {
    asked: Mail & { words: CustomTexts; version: string | null; data: unknown; timezone: string }
    answer: MailContent
  }
  checkLayout: { asked: Mail & { source: string }; answer: string[] }
  checkDraft: { asked: Mail & { fields: Fields; layout: CompiledLayout | undefined; at: string }; answer: CheckedDraft }
}
export type TaskName = keyof Tasks
export type Task = { [Name in TaskName]: { name: Name; asked: Tasks[Name]['asked'] } }[TaskName]
/** `cpuMicros` is the worker thread's total processor time. `isOver`: the thread was ended because of its task. */
export type Report = { answer?: unknown; problem?: string; isOver?: boolean; cpuMicros: number }

/** The limit counts characters of source. A parsed template takes about six times that memory. */
const parsedTemplates = new LRUCache<string, ParsedTemplate>({ maxSize: 1_500_000 })
const engines = await loadEngines()

const work: { [Name in TaskName]: (asked: Tasks[Name]['asked']) => Tasks[Name]['answer'] } = {
  compose({ template, choice, branding, words, version, data, timezone }) {
    const definition = requireDefinition(template)
    const key = version && `${version} ${choice.language}`
    const parsed = (key && parsedTemplates.get(key)) || parseTemplate(engines, definition, choice.language, words)
    if (key) parsedTemplates.set(key, parsed, { size: estimateSize(words) })
    return compose(engines, parsed, buildScope(definition, data, branding, choice), { timezone })
  },
  checkLayout: ({ template, choice, branding, source }) =>
    checkLayout(engines, { definition: requireDefinition(template), choice, branding }, source),
  checkDraft: ({ template, choice, branding, fields, layout, at }) =>
    checkDraft(engines, { definition: requireDefinition(template), choice, branding }, fields, layout, at),
}

function perform({ name, asked }: Task): Omit<Report, 'cpuMicros'> {
  try {
    return { answer: (work[name] as (asked: Task['asked']) => unknown)(asked) }
  } catch (error) {
    return { problem: explainProblem(error) }
  }
}

function report(outcome: Omit<Report, 'cpuMicros'>): void {
  const { user, system } = process.threadCpuUsage()
  parentPort?.postMessage({ ...outcome, cpuMicros: user + system } satisfies Report)
}

parentPort?.on('message', (task: Task) => report(perform(task)))
report({})
