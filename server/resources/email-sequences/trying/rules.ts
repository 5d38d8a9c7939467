// What would become of somebody who entered a sequence: the same decisions as a run's, one moment after the other. Pure.
import { type Pace, waitFor } from '#resources/email/pacing/rules.ts'
import type { Content, Step } from '../rules.ts'
import { deferredTo, endOf, type Facts, hasConsent, holds, isLate, waitMs } from '../runs/rules.ts'
import type { SimulatedStep, Simulation } from './schema.ts'

export type Circumstances = {
  facts: Facts
  country: string | null
  suppressed: string | null
  /** When the person got something of late. */
  recent: readonly number[]
  pace: Pace
}

type Walk = Pick<Simulation, 'steps' | 'end'>
type Draft = Omit<SimulatedStep, 'subject'>

/** Facts are those of now: what a customer does next, nobody knows. */
export function simulate(content: Content, startMs: number, circumstances: Circumstances): Walk {
  const { facts, suppressed, pace, country } = circumstances
  const { steps } = content
  const recent = [...circumstances.recent]
  const said: Draft[] = []
  /** The instant of the fact plus the waits so far, and the moment at which the run is. */
  let [baseMs, nowMs] = [startMs, startMs]
  const say = (step: number, outcome: Draft['outcome'], why: string, reason: string | null = null) =>
    said.push({ step, type: (steps[step] as Step).type, at: iso(nowMs), outcome, reason, why })
  const finish = (reason: string | null): Walk => ({
    steps: [...said, ...unreached(steps, said.length)].map((each) => ({ ...each, subject: null })),
    end: { state: reason === null ? 'completed' : 'exited', reason, at: iso(nowMs) },
  })

  const end = endOf(content, facts)
  if (end) return finish(end.reason)
  for (let at = 0; at < steps.length; at++) {
    const step = steps[at] as Step
    if (step.type === 'wait') {
      say(
        at,
        'waits',
        `Waits ${lengthOf(step)} after what began it${baseMs === startMs ? '' : ' and the waits before'}.`,
      )
      baseMs += waitMs(step)
      nowMs = Math.max(nowMs, baseMs)
    } else if (step.type === 'condition') {
      const isMet = holds(step, facts)
      if (isMet) say(at, 'holds', `${sentenceOf(step)} holds: it goes on.`)
      else if (step.otherwise === 'exit') {
        say(at, 'exits', `${sentenceOf(step)} does not hold: the run ends.`, 'condition')
        return finish('condition')
      } else {
        say(at, 'skips_next', `${sentenceOf(step)} does not hold: the next step is left out.`, 'condition')
        if (steps[++at]) say(at, 'skipped', 'Left out, since the condition before it does not hold.', 'condition')
      }
    } else if (isLate(baseMs, nowMs)) {
      say(at, 'missed', 'Would be 72 hours late: it is left out.', 'too_late')
    } else if (!hasConsent(content, facts)) {
      say(at, 'exits', 'No order of this person says that they accept marketing: the run ends.', 'no_consent')
      return finish('no_consent')
    } else if (suppressed !== null) {
      say(at, 'exits', 'This address gets no mail of sequences: the run ends.', suppressed)
      return finish(suppressed)
    } else {
      const wait = waitFor(country, recent, pace, new Date(nowMs))
      if (wait) nowMs = deferredTo(wait.until, baseMs).getTime()
      if (wait && isLate(baseMs, nowMs)) {
        say(at, 'missed', `${causes[wait.reason]} It would be 72 hours late by then, and is left out.`, wait.reason)
        continue
      }
      recent.push(nowMs)
      say(
        at,
        'sends',
        wait ? `${causes[wait.reason]} It is sent then.` : 'Nothing stands against it.',
        wait?.reason ?? null,
      )
    }
  }
  return finish(null)
}

const causes = {
  quiet_hours: 'It would come within the quiet hours, and waits for their end.',
  frequency_cap: 'The person got something shortly before, and it waits for the limit per address.',
}

const unreached = (steps: readonly Step[], from: number): Draft[] =>
  steps.slice(from).map(({ type }, i) => ({
    ...{ step: from + i, type, at: null, outcome: 'not_reached', reason: null },
    why: 'The run has ended before.',
  }))

const iso = (ms: number): string => new Date(ms).toISOString()

function lengthOf({ days, hours, minutes }: Extract<Step, { type: 'wait' }>): string {
  const part = (count: number, unit: string) => (count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`])
  return [...part(days, 'day'), ...part(hours, 'hour'), ...part(minutes, 'minute')].join(', ')
}

function sentenceOf({ fact, value }: Extract<Step, { type: 'condition' }>): string {
  const not = value === false ? 'not ' : ''
  const sentences: Record<typeof fact, string> = {
    accepts_marketing: `That the person does ${not}accept marketing`,
    has_reviewed: `That they have ${not}written a review`,
    order_count: `That they have ordered ${value} times or more`,
    order_total: `That the order comes to ${value} or more`,
    bought_product: 'That they have bought the product',
    tier: `That they are in the tier ${value}`,
  }
  return sentences[fact]
}
