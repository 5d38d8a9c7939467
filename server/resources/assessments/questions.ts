// The questions in the order of the file, with texts in texts.ts. Each fact names the questions that it answers
// (facts.ts).

/** A question without a fact always has a field for an answer. `asks` adds the field even if there are facts. */
export type Question = { id: string; law: Law; reference: string; asks?: true }

export const laws = ['uk', 'us', 'eu'] as const
export type Law = (typeof laws)[number]

const ukAct = 'DMCC Act 2024, sched. 20 para 13; CMA208'
const us = (section: string) => `16 CFR ${section}`
const eu = (place: string) => `Directive 2005/29/EC, ${place}`

export const questions = [
  { id: 'uk-policy', law: 'uk', reference: ukAct },
  { id: 'uk-risks', law: 'uk', reference: ukAct, asks: true },
  { id: 'uk-detection', law: 'uk', reference: ukAct, asks: true },
  { id: 'uk-action', law: 'uk', reference: ukAct },
  { id: 'uk-times', law: 'uk', reference: ukAct },
  { id: 'uk-objections', law: 'uk', reference: ukAct },
  { id: 'uk-incentives', law: 'uk', reference: ukAct },
  { id: 'uk-presentation', law: 'uk', reference: ukAct },
  { id: 'uk-changes', law: 'uk', reference: ukAct },
  { id: 'uk-review', law: 'uk', reference: ukAct, asks: true },
  { id: 'us-fake', law: 'us', reference: us('465.2'), asks: true },
  { id: 'us-incentives', law: 'us', reference: us('465.4') },
  { id: 'us-insiders', law: 'us', reference: us('465.5'), asks: true },
  { id: 'us-controlled', law: 'us', reference: us('465.6'), asks: true },
  { id: 'us-threats', law: 'us', reference: us('465.7(a)'), asks: true },
  { id: 'us-suppression', law: 'us', reference: us('465.7(b)') },
  { id: 'us-indicators', law: 'us', reference: us('465.8'), asks: true },
  { id: 'eu-information', law: 'eu', reference: eu('art. 7(6)'), asks: true },
  { id: 'eu-checks', law: 'eu', reference: eu('annex I, point 23b') },
  { id: 'eu-false', law: 'eu', reference: eu('annex I, point 23c'), asks: true },
] as const satisfies readonly Question[]

export type QuestionId = (typeof questions)[number]['id']
