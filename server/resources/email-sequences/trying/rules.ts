// Simulates a person's path through a sequence step by step, with the same decisions as a run. Pure.
import { type Pace, waitFor } from '#resources/email/sending/pacing-rules.ts'
import type { Content, Step } from '../rules.ts'
import { decideEnd, deferredTo, type Facts, hasConsent, holds, isLate, waitMs } from '../runs/rules.ts'
import type { SimulatedStep, Simulation } from './schema.ts'

export type Circumstances = {
  facts: Facts
  country: string | null
  suppressed: string | null
  recent: readonly number[]
  pace: Pace
}

type Walk = Pick<Simulation, 'steps' | 'end'>
type Draft = Omit<SimulatedStep, 'subject'>

/** Uses the current facts at every step, because the customer's next actions are unknown. */
export function simulate(content: Content, startMs: number, circumstances: Circumstances): Walk {
  const { facts, suppressed, pace, country } = circumstances
  const { steps } = content
  const recent = [...circumstances.recent]
  const said: Draft[] = []
  let [baseMs, nowMs] = [startMs, startMs]
  const say = (step: number, outcome: Draft['outcome'], why: string, reason: string | null = null) =>
    said.push({ step, type: (steps[step] as Step).type, at: iso(nowMs), outcome, reason, why })
  const finish = (reason: string | null): Walk => ({
    steps: [...said, ...unreached(steps, said.length)].map((each) => ({ ...each, subject: null })),
    end: { state: reason === null ? 'completed' : 'exited', reason, at: iso(nowMs) },
  })

  const end = decideEnd(content, facts)
  if (end) return finish(end.reason)
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at] as Step
    if (step.type === 'wait') {
      say(
        at,
        'waits',
        `Waits ${formatLength(step)} after the trigger${baseMs === startMs ? '' : ' and the earlier waits'}.`,
      )
      baseMs += waitMs(step)
      nowMs = Math.max(nowMs, baseMs)
    } else if (step.type === 'condition') {
      const isMet = holds(step, facts)
      if (isMet) say(at, 'holds', `The condition “${formatCondition(step)}” is met. The run continues.`)
      else if (step.otherwise === 'exit') {
        say(at, 'exits', `The condition “${formatCondition(step)}” is not met. The run ends.`, 'condition')
        return finish('condition')
      } else {
        say(
          at,
          'skips_next',
          `The condition “${formatCondition(step)}” is not met. The next step is skipped.`,
          'condition',
        )
        if (steps[++at]) say(at, 'skipped', 'Skipped, because the condition before it is not met.', 'condition')
      }
    } else if (isLate(baseMs, nowMs)) {
      say(at, 'missed', 'Skipped, because it would be 72 hours late.', 'too_late')
    } else if (!hasConsent(content, facts)) {
      say(at, 'exits', 'This person does not accept marketing, so the run ends.', 'no_consent')
      return finish('no_consent')
    } else if (suppressed !== null) {
      say(at, 'exits', 'This address gets no emails from sequences, so the run ends.', suppressed)
      return finish(suppressed)
    } else {
      const wait = waitFor(country, recent, pace, new Date(nowMs))
      if (wait) nowMs = deferredTo(wait.until, baseMs).getTime()
      if (wait && isLate(baseMs, nowMs)) {
        say(
          at,
          'missed',
          `${causes[wait.reason]} After this delay it would be 72 hours late, so it is skipped.`,
          wait.reason,
        )
        continue
      }
      recent.push(nowMs)
      say(
        at,
        'sends',
        wait ? `${causes[wait.reason]} It is sent after this delay.` : 'Nothing prevents it.',
        wait?.reason ?? null,
      )
    }
  }
  return finish(null)
}

const causes = {
  quiet_hours: 'The time falls within quiet hours, so the mail waits for their end.',
  frequency_cap: 'The person got another mail shortly before, so the limit per address delays this one.',
}

const unreached = (steps: readonly Step[], from: number): Draft[] =>
  steps.slice(from).map(({ type }, i) => ({
    ...{ step: from + i, type, at: null, outcome: 'not_reached', reason: null },
    why: 'The run has ended before this step.',
  }))

const iso = (ms: number): string => new Date(ms).toISOString()

function formatLength({ days, hours, minutes }: Extract<Step, { type: 'wait' }>): string {
  const part = (count: number, unit: string) => (count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`])
  return [...part(days, 'day'), ...part(hours, 'hour'), ...part(minutes, 'minute')].join(', ')
}

function formatCondition({ fact, value }: Extract<Step, { type: 'condition' }>): string {
  const not = value === false ? 'not ' : ''
  const sentences: Record<typeof fact, string> = {
    accepts_marketing: `the person does ${not}accept marketing`,
    has_reviewed: `the person has ${not}written a review`,
    order_count: `the person has ordered ${value} times or more`,
    order_total: `the order comes to ${value} or more`,
    bought_product: 'the person has bought the product',
    tier: `the person is in the tier ${value}`,
  }
  return sentences[fact]
}
