// Words of invented reviews, commonest first.

const list = (text: string) => text.split(',').map((each) => each.trim())

export const things = list(
  'mug, kettle, lamp, shirt, jacket, backpack, pan, knife, blanket, pillow, clock, chair, bottle, towel, scarf, wallet, tent, bowl, brush, belt, basket, vase, apron, board, rug, hammer, headset, keyboard, bag, stool, jar, tray, pot, desk, mirror, shelf',
)
export const parts = list(
  'handle, lid, colour, size, material, surface, strap, zip, seam, base, edge, cable, button, lining, corner, box, manual, finish, weight, shape, pocket, grip, rim, inside, back, label, packaging, closure, pattern, stitching',
)
export const qualities = list(
  'good, nice, great, solid, soft, light, sturdy, easy to clean, pretty, warm, handy, well made, practical, comfortable, big enough, small, quiet, heavy, thin, smooth, bright, elegant, simple, stiff, cosy, roomy, flat, dense, plain, cheap looking, lovely to hold, quick to dry, stable, flimsy, tight, dark, modern, old fashioned, robust, a bit rough, shiny, heavier than expected, smaller than expected, thicker than the old one, fine for the price, surprisingly strong',
)
export const flaws = list(
  'the colour is darker than in the picture, the parcel was late, it smelled at first, one corner was dented, the lid is tight, a screw was missing, the manual is hard to read, the seam came loose, the strap is too short, it slides on tiles, the label itches, the box was torn, it squeaks a little, the zip catches, dust shows on it, the print is crooked, there is a small scratch, the cable could be longer, it runs small, it wobbles on our floor, the glue did not last, it took two people to carry',
)
export const people = list(
  'my wife, my husband, my daughter, my son, a friend, my mother, my sister, my brother, my parents, my partner, a colleague, the kids, my neighbour, my dad, my girlfriend, my boyfriend, my aunt, our grandson, the whole family, my flatmate, a customer, my boss, my uncle, my cousin',
)
export const places = list(
  'at home, in the kitchen, at work, in the garden, in the bathroom, in the living room, in the office, on the balcony, in the car, on holiday, outdoors, at school, in the bedroom, on the train, at the gym, in the workshop, on the terrace, at the lake, in the hallway, in the camper, in the cellar, at the campsite, on the boat, in the guest room',
)
export const times = list(
  'every day, for a month, for two weeks, since Christmas, for a few days, since last year, for years, every morning, twice a week, since spring, most evenings, for half a year, all summer, at the weekend, since my birthday, on Sundays, now and then, since we moved, for three weeks, nearly every night, for ten days, during the winter',
)
export const deeds = list(
  'use it, wash it, take it along, clean it, show it to friends, carry it, put it away, fill it, lend it out, drop it, hang it up, fold it, repair it, compare it with the old one, leave it outside, wrap it, open it, stack it, paint it, cut it to size, test it, weigh it',
)
export const feelings = list(
  'happy, pleased, satisfied, surprised, delighted, impressed, disappointed, content, unsure, relieved, sceptical at first, glad, thrilled, not convinced, proud, annoyed, grateful, curious, a little sad, amazed',
)
export const openings = list(
  'so, and, but, well, honestly, to be fair, also, overall, I must say, by the way, at first, in short, sadly, luckily, in my opinion, on the other hand, to be honest, as a small minus, as a plus, what I like',
)

/** `{a|b|}` is a choice. Each expansion counts as a separate phrase. */
export const stockPhrases = [
  '{I would|I will|would|will} {definitely |}{buy|order} {it |this |}again',
  '{highly|absolutely|really|} recommended',
  '{I can|can} {only |highly |really |}recommend {it|this|this product|the shop}',
  '{very|really|super|extremely|} {fast|quick} {delivery|shipping}',
  '{arrived|came|delivered} {very |}{quickly|fast|on time|early|the next day}',
  '{great|good|top|excellent|super|very good|perfect} quality',
  '{great|good|excellent|fair|very good} {value|quality} for {the money|money|the price}',
  '{very|really|so|totally|} {happy|satisfied|pleased} with {it|this|my purchase|the product|my order}',
  '{exactly|just} {as described|as shown|like the picture|what I wanted|what I needed|what I was looking for}',
  '{I love|love|we love|I really like|I like} {it|this|this product}',
  '{works|fits} {great|perfectly|well|as it should|just fine}',
  '{well|nicely|safely|carefully} packed',
  '{everything|all} {was |}{fine|great|perfect|good|top}',
  '{any time again|gladly again|again and again|always gladly}',
  '{thank you|thanks} {very much|so much|a lot|}',
  '{great|nice|good|super|fantastic|beautiful} product',
  '{friendly|great|good|nice|quick} {service|support|contact}',
  '{looks|feels} {great|good|beautiful|nice|high quality|even better in person}',
  '{a |}{perfect|great|lovely|nice} {gift|present}',
  '{five stars|clear recommendation|no complaints|nothing to complain about|money well spent|does the job|worth every penny}',
] as const

/** Slots name the lists above. `product`, `part` and `quality` are those of the reviewed product. */
export const tales = [
  'it is {quality} and {quality}',
  'the {part} is {quality}',
  'the {part} is {quality} but the {part} is {quality}',
  'I bought the {product} for {person}',
  'I bought this {product} for {person} and was {feeling}',
  'we use it {place} {time}',
  'I have had it {time} and it is still {quality}',
  '{person} is {feeling} with the {part}',
  'only {flaw}',
  '{flaw} and {person} noticed it {place}',
  'the {thing} I had before lasted {number} months',
  'it replaced a {thing} from {brand} that was {quality}',
  'compared with {brand} it feels {quality}',
  'after {number} days the {part} was still {quality}',
  'it is {number} centimetres wide and fits {place}',
  'for {number} euros I had hoped for something {quality}',
  'I {deed} {time}',
  'you can {deed} without any trouble',
  '{person} wanted to {deed} {place}',
  'when I {deed} the {part} gets warm',
  'I was {feeling} because {flaw}',
  'the {part} could be {quality}',
  'I did not expect the {part} to be so {quality}',
  'it stands {place} next to the {thing}',
  '{person} has the same {product} {place}',
  'I ordered the {product} in {shade} and it looks {quality} {place}',
  'the shop answered within {number} hours when {flaw}',
  'I sent one back because {flaw}',
  'the second {product} is for {person}',
  'I am {feeling} that we can {deed} {place}',
  'it took me {number} minutes to {deed}',
  'my old {thing} from {brand} was {quality} {place}',
  'I wanted something {quality} {place} and this {product} is {quality}',
  '{person} asked where I got the {product}',
  'with the {part} I can {deed} {time}',
  'the {shade} one is {quality} in daylight',
] as const

export const syllables = 'ba de fi go lu ma ne po ri sa tu ve wo xi za ko lan mer tin dor'.split(' ')
