// Structure of a language's phrasebook. `[a|b]` is a choice and `{who}` a slot, so one line has many variations.

import type { Subject } from './goods.ts'

/** Moods of a review: 5 stars, 4 stars, 3 stars, and 2 or 1 stars. */
export type Mood = 'delighted' | 'content' | 'torn' | 'upset'

/** Languages other than English have sentences per kind of goods, not per subject. */
export type Kind = 'camp' | 'wear' | 'kitchen' | 'home'

/** Sentences for all goods, and sentences for one kind of goods. */
export type Stock = { any: string[] } & Partial<Record<Subject | Kind, string[]>>

export type Phrasebook = {
  space: string
  titles: Record<Mood, string[]>
  openings: Record<Mood, string[]>
  praise: Stock
  /** Minor complaints of a satisfied buyer. */
  quibbles: Stock
  complaints: Stock
  endings: Record<Mood, string[]>
  slots: Record<string, string[]>
  /** The shop's replies to praise, to doubts and to complaints. `{given}` is the reviewer's first name. */
  replies: { thanks: string[]; noted: string[]; sorry: string[] }
}

const kinds: Record<Kind, Subject[]> = {
  camp: [
    'tent',
    'tarp',
    'hammock',
    'sleepingBag',
    'backpack',
    'bottle',
    'kettle',
    'stove',
    'chair',
    'lantern',
    'oilLantern',
    'rug',
  ],
  wear: ['jacket', 'fleece', 'beanie', 'socks', 'boots', 'wellies'],
  kitchen: ['mug', 'enamelMug', 'pan', 'knife', 'board', 'bowl', 'coffee'],
  home: ['blanket', 'cushion', 'candle', 'pillarCandle', 'planter', 'basket'],
}

export function findKind(subject: Subject): Kind {
  return (Object.keys(kinds) as Kind[]).find((kind) => kinds[kind].includes(subject)) ?? 'home'
}
