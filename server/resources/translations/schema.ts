import { type Static, Type } from 'typebox'
import { engines } from '#integrations/translation/engine.ts'
import { described, Nullable, OneOf } from '#platform/values/wire.ts'

const code = {
  pattern: '^(?!und$)[a-z]{2,3}$',
  'x-expected': 'must be a language such as en or de',
  examples: ['de'],
}
const Language = Type.String(code)

export const Translation = Type.Object(
  {
    language: Type.String({ description: 'Language of the translation.', examples: ['de'] }),
    title: Nullable(Type.String({ description: 'Translated title. Null without one.', examples: ['Guter Begleiter'] })),
    body: Type.String({ description: 'Translated text.', examples: ['Hält den Tee eine Stunde lang heiß.'] }),
    engine: OneOf(engines, { description: 'Program that made the translation.' }),
  },
  {
    title: 'ReviewTranslation',
    description: 'Machine translation of the review. Show shoppers that a machine translated it.',
  },
)
export type Translation = Static<typeof Translation>

export const TranslationState = Type.Object(
  {
    engine: Nullable(
      OneOf(engines, { description: 'Program that translates reviews. Null if the operator has set none.' }),
    ),
    waiting: Type.Integer({ description: 'Number of translations that are due, counted up to 10,000.' }),
    isQueueing: Type.Boolean({
      description: 'Whether older reviews are still being queued after a change of languages.',
    }),
  },
  { title: 'ReviewTranslationState' },
)

export const TranslationTest = Type.Object(
  {
    text: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Text to translate.',
      examples: ['Keeps tea hot for an hour.'],
    }),
    source: described(Language, 'Language of the text.', 'en'),
    target: described(Language, 'Language of the translation.', 'de'),
  },
  { title: 'ReviewTranslationTest' },
)

export const TranslationTestResult = Type.Object(
  {
    engine: OneOf(engines, { description: 'Program that was tested.' }),
    text: Nullable(
      Type.String({
        description: 'Translation by the engine. Null if the engine failed.',
        examples: ['Hält den Tee eine Stunde heiß.'],
      }),
    ),
    problem: Nullable(
      Type.String({
        description: 'Reason why shoppers would not see this translation. Null if they would see it.',
        examples: ['The engine took too long.'],
      }),
    ),
    durationMs: Type.Integer({ description: 'Time that the engine took, in milliseconds.', examples: [420] }),
  },
  { title: 'ReviewTranslationTestResult' },
)
