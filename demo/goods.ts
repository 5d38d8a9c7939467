// The goods of Larkmoor, an invented outdoor and home shop. Data only; long because it is a list.

/** The kind of item. It decides which sentences its buyers write. */
export type Subject =
  | 'tent'
  | 'tarp'
  | 'hammock'
  | 'sleepingBag'
  | 'backpack'
  | 'bottle'
  | 'mug'
  | 'enamelMug'
  | 'kettle'
  | 'pan'
  | 'stove'
  | 'knife'
  | 'chair'
  | 'lantern'
  | 'oilLantern'
  | 'jacket'
  | 'fleece'
  | 'beanie'
  | 'socks'
  | 'boots'
  | 'wellies'
  | 'blanket'
  | 'rug'
  | 'cushion'
  | 'board'
  | 'bowl'
  | 'coffee'
  | 'candle'
  | 'pillarCandle'
  | 'planter'
  | 'basket'

export type Gap = 'noGtin' | 'noGtinOnLast' | 'wrongGtin' | 'noMpn' | 'noBrand' | 'nothing' | 'noVariants'

export type Item = {
  title: string
  subject: Subject
  categories: string[]
  brand?: string
  euros: number
  description: string
  /**
   * Title, look and surcharge over the first option. An item without a choice has one option. Options with the same look share
   * their pictures: `pictures/goods/<handle>-<look>.webp` and `pictures/buyers/<handle>-<look>-<n>.webp`.
   */
  options: [title: string, look: string, more?: number][]
  popularity?: number
  quality?: number
  gaps?: Gap[]
  status?: 'draft' | 'archived'
}

export const goods: Item[] = [
  {
    title: 'Drumlin 2-Person Tent',
    subject: 'tent',
    categories: ['Outdoor', 'Tents'],
    euros: 289,
    options: [
      ['Moss', 'moss'],
      ['Rust', 'rust'],
    ],
    popularity: 1.3,
    quality: 0.2,
    description:
      'Two doors, two porches, 2.3 kg. Pitches inner and outer in one go, so the bedroom stays dry while you fight the rain.',
  },
  {
    title: 'Drumlin 4-Person Tent',
    subject: 'tent',
    categories: ['Outdoor', 'Tents'],
    euros: 429,
    options: [
      ['Moss', 'moss'],
      ['Slate', 'slate'],
    ],
    gaps: ['noGtinOnLast'],
    description:
      'Room to stand for children and to sit for everyone else. Colour-coded poles, pegs for soft and hard ground.',
  },
  {
    title: 'Fellside Tarp 3 × 3',
    subject: 'tarp',
    categories: ['Outdoor', 'Tents'],
    euros: 94,
    options: [['Sand', 'sand']],
    popularity: 0.6,
    description:
      'A square of ripstop with sixteen loops: a roof for breakfast, a windbreak for lunch, a hideout for the rest.',
  },
  {
    title: 'Sway Hammock',
    subject: 'hammock',
    categories: ['Outdoor', 'Rest'],
    brand: 'Brisa Sur',
    euros: 64,
    options: [
      ['Rust', 'rust'],
      ['Sky', 'sky'],
      ['Berry', 'berry'],
    ],
    popularity: 1.2,
    quality: 0.3,
    description:
      'Parachute cloth, tree straps included, packs to the size of a melon. Holds 180 kg, or two friends who get along.',
  },
  {
    title: 'Ember Down Sleeping Bag',
    subject: 'sleepingBag',
    categories: ['Outdoor', 'Rest'],
    brand: 'Tindra',
    euros: 259,
    options: [
      ['Regular', 'ink'],
      ['Long', 'ink', 20],
    ],
    popularity: 0.8,
    quality: 0.4,
    description:
      'Responsibly sourced 700-fill down, comfort to -2 °C, a draught collar that does its job and a zip that does not bite.',
  },
  {
    title: 'Cairn 28 Daypack',
    subject: 'backpack',
    categories: ['Outdoor', 'Packs'],
    euros: 119,
    options: [
      ['Slate', 'slate'],
      ['Mustard', 'mustard'],
      ['Black', 'black'],
    ],
    popularity: 2.2,
    quality: 0.3,
    description:
      '28 litres with a back that breathes. Waxed base, bottle pockets you can reach, rain cover hidden in the floor.',
  },
  {
    title: 'Cairn 55 Trekking Pack',
    subject: 'backpack',
    categories: ['Outdoor', 'Packs'],
    euros: 209,
    options: [
      ['Slate', 'slate'],
      ['Moss', 'moss'],
    ],
    popularity: 0.7,
    description: 'Adjustable back length, a hip belt that carries and a lid that turns into a summit bag.',
  },
  {
    title: 'Loop Roll-Top Bag',
    subject: 'backpack',
    categories: ['Outdoor', 'Packs'],
    brand: 'Corvane',
    euros: 89,
    options: [
      ['Mustard', 'mustard'],
      ['Ink', 'ink'],
    ],
    gaps: ['noMpn'],
    description: 'Welded seams, 22 litres, laptop sleeve. For commutes that get wet.',
  },
  {
    title: 'Tarn Insulated Bottle 750',
    subject: 'bottle',
    categories: ['Outdoor', 'Drink'],
    euros: 34,
    options: [
      ['Ink', 'ink'],
      ['Sage', 'sage'],
      ['Rust', 'rust'],
      ['Cream', 'cream'],
    ],
    popularity: 2.6,
    quality: 0.2,
    description: 'Cold for a day, hot for half of one. Powder-coated steel, a lid that comes apart for cleaning.',
  },
  {
    title: 'Tarn Kids Bottle 400',
    subject: 'bottle',
    categories: ['Outdoor', 'Drink'],
    euros: 24,
    options: [
      ['Sky', 'sky'],
      ['Mustard', 'mustard'],
    ],
    quality: -0.2,
    gaps: ['wrongGtin'],
    description: 'Small hands, big spout, a dent or two by Friday. Dishwasher safe, spare seals included.',
  },
  {
    title: 'Spruce Enamel Mug',
    subject: 'enamelMug',
    categories: ['Outdoor', 'Drink'],
    euros: 16,
    options: [
      ['Cream', 'cream'],
      ['Moss', 'moss'],
      ['Ink', 'ink'],
    ],
    popularity: 2.4,
    quality: 0.4,
    description:
      'Enamelled steel with a rolled rim. Goes on the fire, in the rucksack and, years later, on the windowsill with pencils.',
  },
  {
    title: 'Whistling Camp Kettle',
    subject: 'kettle',
    categories: ['Outdoor', 'Camp kitchen'],
    euros: 42,
    options: [
      ['Rust', 'rust'],
      ['Cream', 'cream'],
    ],
    popularity: 1.1,
    description:
      '1.6 litres of enamelled steel with a handle that stays cool and a whistle you will hear from the lake.',
  },
  {
    title: 'Cast-Iron Skillet 26 cm',
    subject: 'pan',
    categories: ['Kitchen', 'Cookware'],
    brand: 'Hollin',
    euros: 59,
    options: [
      ['26 cm', 'black'],
      ['30 cm', 'black', 18],
    ],
    popularity: 1.5,
    quality: 0.5,
    description:
      'Pre-seasoned with linseed oil, smooth-milled inside. For the hob, the oven and the embers, and for the next generation.',
  },
  {
    title: 'Pocket Gas Stove',
    subject: 'stove',
    categories: ['Outdoor', 'Camp kitchen'],
    brand: 'Corvane',
    euros: 48,
    options: [['Stove', 'slate']],
    quality: -0.5,
    gaps: ['noVariants'],
    description: '92 grams, piezo ignition, boils half a litre in under four minutes out of the wind.',
  },
  {
    title: 'Folding Camp Knife',
    subject: 'knife',
    categories: ['Outdoor', 'Tools'],
    brand: 'Hollin',
    euros: 38,
    options: [
      ['Oak', 'oak'],
      ['Walnut', 'brown', 4],
    ],
    quality: 0.3,
    gaps: ['noGtin'],
    description: 'A 9 cm carbon steel blade that locks, an oiled wooden handle that fits, a leather loop.',
  },
  {
    title: 'Trail Chair Low',
    subject: 'chair',
    categories: ['Outdoor', 'Rest'],
    euros: 79,
    options: [
      ['Moss', 'moss'],
      ['Sand', 'sand'],
    ],
    popularity: 1.2,
    description: 'Sets up in ten seconds, weighs less than a kilo and forgives sand, gravel and a second helping.',
  },
  {
    title: 'Glowworm Lantern',
    subject: 'lantern',
    categories: ['Outdoor', 'Light'],
    brand: 'Tindra',
    euros: 45,
    options: [
      ['Moss', 'moss'],
      ['Cream', 'cream'],
    ],
    popularity: 1.3,
    quality: 0.1,
    description: 'Warm light that dims to a glow, 70 hours from one charge, USB-C, a hook for the ridge line.',
  },
  {
    title: 'Storm Oil Lantern',
    subject: 'oilLantern',
    categories: ['Outdoor', 'Light'],
    brand: 'Hollin',
    euros: 36,
    options: [
      ['Black', 'black'],
      ['Rust', 'rust'],
    ],
    gaps: ['noMpn', 'noGtin'],
    description:
      'The old pattern, galvanised and painted. Burns twenty hours on a filling and does not care about gusts.',
  },
  {
    title: 'Moorland Waxed Jacket',
    subject: 'jacket',
    categories: ['Clothing', 'Jackets'],
    euros: 219,
    options: [
      ['S', 'moss'],
      ['M', 'moss'],
      ['L', 'moss'],
      ['XL', 'moss'],
    ],
    popularity: 1.2,
    quality: 0.1,
    description:
      'British-milled waxed cotton, corduroy collar, pockets for eggs and secateurs. Rewaxed free of charge in the first winter.',
  },
  {
    title: 'Rill Rain Shell',
    subject: 'jacket',
    categories: ['Clothing', 'Jackets'],
    euros: 149,
    options: [
      ['S', 'mustard'],
      ['M', 'mustard'],
      ['L', 'mustard'],
    ],
    popularity: 1.1,
    quality: -0.3,
    gaps: ['noGtinOnLast'],
    description:
      'Three layers, 20,000 mm, no PFAS. A hood that turns with your head and vents you can open with gloves on.',
  },
  {
    title: 'Birch Fleece',
    subject: 'fleece',
    categories: ['Clothing', 'Jackets'],
    brand: 'Tindra',
    euros: 89,
    options: [
      ['S', 'cream'],
      ['M', 'cream'],
      ['L', 'cream'],
    ],
    popularity: 1.3,
    quality: 0.2,
    description: 'Recycled high-pile fleece, a chest pocket for the phone, sleeves long enough for reaching.',
  },
  {
    title: 'Merino Watch Cap',
    subject: 'beanie',
    categories: ['Clothing', 'Knitwear'],
    euros: 32,
    options: [
      ['Rust', 'rust'],
      ['Ink', 'ink'],
      ['Mustard', 'mustard'],
    ],
    popularity: 1.8,
    quality: 0.3,
    description: 'Fine merino, knitted in the round, folds twice. Warm when damp and never itchy.',
  },
  {
    title: 'Merino Hiking Socks, 2 pairs',
    subject: 'socks',
    categories: ['Clothing', 'Knitwear'],
    euros: 29,
    options: [
      ['36–39', 'slate'],
      ['40–43', 'slate'],
      ['44–47', 'slate'],
    ],
    popularity: 2,
    quality: 0.1,
    description: 'Cushioned where boots rub, thin where they sweat. Mended or replaced for two years.',
  },
  {
    title: 'Scree Leather Boots',
    subject: 'boots',
    categories: ['Clothing', 'Footwear'],
    brand: 'Corvane',
    euros: 235,
    options: [
      ['38', 'brown'],
      ['40', 'brown'],
      ['42', 'brown'],
      ['44', 'brown'],
    ],
    quality: -0.1,
    description: 'Full-grain leather, stitched welt, resoleable. Stiff for a week, then yours for a decade.',
  },
  {
    title: 'Lowland Wellingtons',
    subject: 'wellies',
    categories: ['Clothing', 'Footwear'],
    euros: 74,
    options: [
      ['38', 'moss'],
      ['40', 'moss'],
      ['42', 'moss'],
    ],
    popularity: 0.8,
    gaps: ['noBrand'],
    description: 'Natural rubber with a cotton lining and a sole that lets go of mud on the doorstep.',
  },
  {
    title: 'Harbour Wool Blanket',
    subject: 'blanket',
    categories: ['Home', 'Textiles'],
    brand: 'Oakfield Mill',
    euros: 128,
    options: [
      ['Ink', 'ink'],
      ['Rust', 'rust'],
      ['Sage', 'sage'],
    ],
    popularity: 1.6,
    quality: 0.5,
    description:
      'Lambswool woven in a mill with a weathervane for a logo. 140 × 190 cm, fringed, heavier than it looks.',
  },
  {
    title: 'Waffle Cotton Throw',
    subject: 'blanket',
    categories: ['Home', 'Textiles'],
    brand: 'Oakfield Mill',
    euros: 62,
    options: [
      ['Cream', 'cream'],
      ['Sage', 'sage'],
    ],
    popularity: 1.3,
    description: 'Stone-washed cotton with a deep waffle. Light enough for August, at hand all year.',
  },
  {
    title: 'Quilted Picnic Rug',
    subject: 'rug',
    categories: ['Outdoor', 'Rest'],
    euros: 69,
    options: [
      ['Mustard', 'mustard'],
      ['Sky', 'sky'],
    ],
    gaps: ['noGtin', 'noMpn'],
    description: 'Cotton on top, waterproof below, rolls up into its own strap. Seats four and a dog.',
  },
  {
    title: 'Linen Cushion Cover',
    subject: 'cushion',
    categories: ['Home', 'Textiles'],
    brand: 'Oakfield Mill',
    euros: 28,
    options: [
      ['Rust', 'rust'],
      ['Sage', 'sage'],
      ['Ink', 'ink'],
      ['Sand', 'sand'],
    ],
    popularity: 1.5,
    description: 'Washed European linen, 50 × 50 cm, hidden zip. Softer every month.',
  },
  {
    title: 'Oak Chopping Board',
    subject: 'board',
    categories: ['Kitchen', 'Tableware'],
    brand: 'Hollin',
    euros: 54,
    options: [
      ['Small', 'oak'],
      ['Large', 'oak', 22],
    ],
    popularity: 1.4,
    quality: 0.4,
    description: 'Solid European oak, oiled by hand, with feet on one side and a juice groove on the other.',
  },
  {
    title: 'Stoneware Mug',
    subject: 'mug',
    categories: ['Kitchen', 'Tableware'],
    brand: 'Kumo Works',
    euros: 22,
    options: [
      ['Sand', 'sand'],
      ['Sky', 'sky'],
      ['Black', 'black'],
    ],
    popularity: 1.9,
    quality: 0.2,
    description: 'Thrown by hand, glazed inside and bare below. 320 ml, no two alike.',
  },
  {
    title: 'Stoneware Serving Bowl',
    subject: 'bowl',
    categories: ['Kitchen', 'Tableware'],
    brand: 'Kumo Works',
    euros: 48,
    options: [
      ['Sand', 'sand'],
      ['Sky', 'sky'],
    ],
    gaps: ['noGtin'],
    description: 'Wide, low and heavy: for the salad, for the fruit, for the keys in the hall.',
  },
  {
    title: 'Pour-Over Coffee Set',
    subject: 'coffee',
    categories: ['Kitchen', 'Coffee'],
    brand: 'Kumo Works',
    euros: 66,
    options: [['Glass & oak', 'oak']],
    popularity: 1.2,
    quality: 0.3,
    description: 'Borosilicate carafe, stoneware dripper, oak collar and forty filters to start with.',
  },
  {
    title: 'Kitchen Knife 20 cm',
    subject: 'knife',
    categories: ['Kitchen', 'Tools'],
    brand: 'Hollin',
    euros: 112,
    options: [['Oak handle', 'oak']],
    quality: 0.2,
    description: 'Forged carbon steel at 61 HRC. Takes an edge like glass, asks to be wiped dry.',
  },
  {
    title: 'Stovetop Tea Kettle',
    subject: 'kettle',
    categories: ['Kitchen', 'Cookware'],
    brand: 'Hollin',
    euros: 78,
    options: [
      ['Black', 'black'],
      ['Sage', 'sage'],
    ],
    popularity: 0.9,
    quality: -0.1,
    gaps: ['wrongGtin'],
    description: 'Two litres, works on induction, spout that pours and does not drip.',
  },
  {
    title: 'Soy Candle, Cedar & Smoke',
    subject: 'candle',
    categories: ['Home', 'Light'],
    euros: 26,
    options: [
      ['220 g', 'sand'],
      ['500 g', 'sand', 19],
    ],
    popularity: 1.9,
    quality: 0.2,
    description: 'Soy wax with cedarwood, birch tar and a little orange. Fifty hours, cotton wick, refillable jar.',
  },
  {
    title: 'Beeswax Pillar Candles',
    subject: 'pillarCandle',
    categories: ['Home', 'Light'],
    euros: 31,
    options: [['Set of 3', 'mustard']],
    gaps: ['nothing'],
    description: 'Pure beeswax from three valleys. They smell of summer before they are lit.',
  },
  {
    title: 'Terracotta Planter',
    subject: 'planter',
    categories: ['Home', 'Garden'],
    euros: 39,
    options: [
      ['18 cm', 'clay'],
      ['26 cm', 'clay', 16],
    ],
    popularity: 0.9,
    quality: -0.2,
    gaps: ['noMpn'],
    description: 'Fired hard enough for frost, with a saucer that fits. Goes paler with every winter.',
  },
  {
    title: 'Seagrass Basket',
    subject: 'basket',
    categories: ['Home', 'Storage'],
    euros: 44,
    options: [
      ['Small', 'sand'],
      ['Large', 'sand', 15],
    ],
    popularity: 1,
    status: 'archived',
    description: 'Handwoven, with leather handles. For wool, wood, toys and the cat.',
  },
  {
    title: 'Hand-Thrown Vase',
    subject: 'planter',
    categories: ['Home', 'Garden'],
    brand: 'Kumo Works',
    euros: 58,
    options: [['Sky', 'sky']],
    popularity: 0,
    status: 'draft',
    description: 'A narrow neck for one branch. Not on sale before the spring firing.',
  },
]
