// Made-up review texts. Honest ones share whole sentences, as people do, and differ in what they tell.
import type { Random } from './random.ts'

const list = (text: string) => text.split(',').map((each) => each.trim())

const things = list(
  'mug, kettle, lamp, shirt, jacket, backpack, pan, knife, blanket, pillow, clock, chair, bottle, towel, scarf, wallet, tent, bowl, brush, belt, basket, vase, apron, board, rug, hammer, headset, keyboard, bag, stool, jar, tray, pot, desk, mirror, shelf',
)
const people = list(
  'my wife, my husband, my sister, a friend, my son, my daughter, my parents, a colleague, my neighbour, my aunt, my flatmate, our grandson, myself, the whole family, a client, my brother',
)
const places = list(
  'at work, in the kitchen, on the train, in the garden, at home, on a trip, in the office, on the balcony, at the lake, in the workshop, at school, in the car, in the bathroom, on a hike, in the cellar, at the gym',
)
const times = list(
  'every day, for two weeks, since spring, for a month, since last year, twice a week, for three days, most evenings, on Sundays, since my birthday, for half a year, all summer, now and then, since we moved',
)
const goods = list(
  'solid, light, soft, sturdy, warm, quiet, handy, pretty, well made, easy to clean, smaller than I thought, bright, flat, roomy, smooth, heavier than it looks, simple, elegant, stiff at first, cosy, quick to dry, tight, dense, plain, lovely to hold, thin',
)
const flaws = list(
  'the colour is darker than in the picture, the parcel was late, the lid is tight, the seam came loose, it smelled at first, one corner was dented, the manual is hard to read, a screw was missing, the strap is too short, it slides on tiles, the label itches, the box was torn, it squeaks a little, the zip catches, dust shows on it, the print is crooked',
)
const deeds = list(
  'washed it, dropped it, gave it away, sent one back, painted it, took it along, filled it, hung it up, lent it out, repaired it, put it to the test, cut it to size, left it in the rain, compared it with the old one',
)
const feelings = list(
  'glad, surprised, a bit disappointed, content, delighted, unsure, relieved, sceptical at first, happy, not convinced, proud, annoyed, grateful, curious',
)

const adverbs = list('really, truly, certainly, gladly, just, simply, definitely, honestly, absolutely, surely')
const maybe = (random: Random, values: readonly string[]) => (random.chance(0.5) ? `${random.pick(values)} ` : '')

/** Sentences that many honest authors write, often word for word. */
const common: readonly ((r: Random) => string)[] = [
  (r) => `I would ${maybe(r, adverbs)}buy ${r.pick(['it', 'this one', `this ${r.pick(things)}`])} again.`,
  (r) =>
    `${r.pick(['Great', 'Good', 'Top', 'Fine'])} quality and ${r.pick(['fast', 'quick', 'free', 'careful'])} delivery.`,
  (r) =>
    `${maybe(r, ['Very', 'Really', 'Quite'])}happy with ${r.pick(['it', 'this', 'the purchase', `the ${r.pick(things)}`])}.`,
  (r) =>
    `Arrived ${r.pick(['on time', 'early', 'quickly', 'a day late'])} and ${r.pick(['well', 'safely', 'nicely'])} packed.`,
  (r) => `${r.pick(['Good', 'Fair', 'Great'])} value for ${r.pick(['the money', 'the price', 'what it costs'])}.`,
  (r) => `I can ${maybe(r, adverbs)}recommend ${r.pick(['it', 'this', 'the shop', `the ${r.pick(things)}`])}.`,
  (r) => `Exactly ${r.pick(['as described', 'as shown', 'what I wanted', 'like the pictures'])}.`,
]

const syllables = 'ba de fi go lu ma ne po ri sa tu ve wo xi za ko lan mer tin dor'.split(' ')
/** A word that nobody else writes there: a name, a shade, a street. */
const rareWord = (random: Random) =>
  Array.from({ length: random.integer(2) + 2 }, () => random.pick(syllables)).join('')

const accounts: readonly ((r: Random) => string)[] = [
  (r) => `I bought this ${r.pick(things)} for ${r.pick(people)} and was ${r.pick(feelings)}.`,
  (r) => `We use it ${r.pick(places)} ${r.pick(times)}, next to the ${r.pick(things)}.`,
  (r) => `It is ${r.pick(goods)}, ${r.pick(goods)} and ${r.pick(goods)}.`,
  (r) => `Only ${r.pick(flaws)}, which ${r.pick(people)} noticed ${r.pick(places)}.`,
  (r) => `After ${r.integer(60) + 2} days we ${r.pick(deeds)} and it is still ${r.pick(goods)}.`,
  (r) => `The ${r.pick(things)} I had before broke ${r.pick(places)} after ${r.integer(30) + 2} months.`,
  (r) => `Compared with the ${r.pick(things)} from ${rareWord(r)} it feels ${r.pick(goods)}.`,
  (r) => `A small thing: ${r.pick(flaws)}, but ${r.pick(people)} ${r.pick(deeds)} anyway.`,
  (r) =>
    `It measures ${r.integer(180) + 10} centimetres and fits ${r.pick(places)} beside ${r.pick(people)}'s ${r.pick(things)}.`,
  (r) => `For ${r.integer(190) + 10} euros ${r.pick(people)} had hoped for something ${r.pick(goods)}.`,
  (r) => `The shade called ${rareWord(r)} is ${r.pick(goods)} in daylight and ${r.pick(goods)} ${r.pick(places)}.`,
  (r) => `Ordered from ${rareWord(r)}, delivered after ${r.integer(12) + 1} days, and ${r.pick(flaws)}.`,
  (r) => `${r.pick(people)} ${r.pick(deeds)} twice ${r.pick(places)} and is ${r.pick(feelings)}.`,
  (r) => `I like that it is ${r.pick(goods)} ${r.pick(places)}, and dislike that ${r.pick(flaws)}.`,
  (r) => `The shop in ${rareWord(r)} answered within ${r.integer(9) + 1} hours when ${r.pick(flaws)}.`,
  (r) => `${r.pick(times)} it goes along ${r.pick(places)}, together with a ${r.pick(things)} and a ${r.pick(things)}.`,
]

const sentence = (random: Random) => (random.chance(0.25) ? random.pick(common)(random) : random.pick(accounts)(random))

export const honestText = (random: Random): string =>
  Array.from({ length: random.integer(6) + 1 }, () => sentence(random)).join(' ')

/** A text of at least `least` words, from which the texts of a campaign are copied. */
export function campaignText(random: Random, least: number): string {
  let text = honestText(random)
  while (text.split(' ').length < least) text += ` ${sentence(random)}`
  return text
}

/** Replaces, drops or inserts this share of the words. */
export function copyText(random: Random, text: string, share: number): string {
  const words = text.split(' ')
  const count = Math.round(words.length * share)
  for (let i = 0; i < count; i++) {
    const at = random.integer(words.length)
    const way = random.integer(4)
    if (way === 0) words.splice(at, 1)
    else if (way === 1) words.splice(at, 0, rareWord(random))
    else words[at] = rareWord(random)
  }
  return words.join(' ')
}
