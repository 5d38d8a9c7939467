// Cups, kettles and bowls, in local coordinates.

import type { Subject } from '../goods.ts'
import type { Random } from '../random.ts'
import { darker, ellipse, type Ink, type Light, lighter, line, num, path, rect, tone } from './ink.ts'
import type { Sitter } from './sitter.ts'
import { steam } from './steam.ts'

const mug: Sitter = {
  places: ['window', 'kitchen', 'living', 'garden', 'bedroom'],
  reach: 120,
  height: 260,
  scale: 1.34,
  draw(ink, colour, random, light) {
    if (random.chance(0.45)) saucer(ink, light)
    const side = random.chance(0.5) ? 1 : -1
    ink.add(
      line(
        `M${104 * side} -208q${104 * side} 4 ${92 * side} 84q${-10 * side} 66 ${-100 * side} 66`,
        tone(colour, light, side === light.side ? 0.14 : -0.3),
        27,
      ),
    )
    ink.add(path('M-118 -250V-60Q-116 -4 -66 0H66Q116 -4 118 -60V-250Z', ink.round(colour, 0.9)))
    // Bare clay below a line that the glaze drew by itself.
    ink.add(
      path(
        `M-118 -78Q-60 ${num(random.between(-96, -60))} 0 -78T118 -80V-60Q116 -4 66 0H-66Q-116 -4 -118 -60Z`,
        ink.round('#b39275'),
      ),
    )
    for (let dot = 0; dot < 34; dot++)
      ink.add(
        ellipse(
          random.between(-108, 108),
          random.between(-240, -90),
          random.between(1, 2.6),
          random.between(1, 2.6),
          darker(colour, 0.6),
          'opacity="0.5"',
        ),
      )
    ink.add(ellipse(0, -250, 118, 28, tone(colour, light, 0.22)), ellipse(0, -247, 106, 22, darker(colour, 0.5)))
    coffee(ink, random, light)
  },
}

function coffee(ink: Ink, random: Random, light: Light) {
  const drink = random.pick(['#3a2113', '#5b351c', '#8a5a33', '#9c5f22'])
  ink.add(
    ellipse(
      0,
      -240,
      98,
      17,
      ink.radial(
        [
          [0, lighter(drink, 0.25)],
          [1, darker(drink, 0.3)],
        ],
        light.side < 0 ? 0.35 : 0.65,
        0.4,
        0.7,
      ),
    ),
    ellipse(light.side * -30, -242, 34, 5, '#ffffff', 'opacity="0.18"'),
  )
  if (random.chance(0.75)) steam(ink, random, light.tint, 0, -262)
}

function saucer(ink: Ink, light: Light) {
  ink.add(
    ellipse(0, 2, 190, 34, tone('#d9cfc0', light, -0.2)),
    ellipse(0, -4, 190, 32, tone('#e9e1d4', light, 0.1)),
    ellipse(0, -4, 110, 16, '#000000', 'opacity="0.12"'),
  )
}

const enamelMug: Sitter = {
  places: ['lake', 'forest', 'night', 'meadow', 'beach', 'garden'],
  reach: 120,
  height: 240,
  scale: 1.34,
  draw(ink, colour, random, light) {
    const side = random.chance(0.5) ? 1 : -1
    ink.add(
      line(
        `M${112 * side} -190q${92 * side} -4 ${88 * side} 66q${-6 * side} 62 ${-90 * side} 64`,
        tone(colour, light, side === light.side ? 0.16 : -0.26),
        17,
      ),
    )
    ink.add(path('M-122 -232L-116 -8Q0 18 116 -8L122 -232Z', ink.round(colour)))
    ink.add(
      line('M-116 -10Q0 16 116 -10', '#26282c', 7),
      ellipse(0, -232, 123, 30, '#26282c'),
      ellipse(0, -233, 115, 25, '#f3efe6'),
      ellipse(0, -226, 104, 20, '#cfc8ba'),
    )
    const x = light.side < 0 ? -82 : 58
    ink.add(rect(x, -196, 22, 160, '#ffffff', 11, 'opacity="0.3"'))
    ink.add(
      path(
        'M-20 -86L4 -130L28 -86Z M2 -96L30 -142L58 -96Z',
        'none',
        'stroke="#26282c" stroke-width="4.5" stroke-linejoin="round" opacity="0.6"',
      ),
    )
    if (random.chance(0.6))
      ink.add(ellipse(random.between(-90, 90), random.between(-40, -20), 7, 5, '#26282c', 'opacity="0.8"'))
    const drink = random.pick(['#3a2113', '#6b3f1f', '#8a5a33'])
    ink.add(
      ellipse(
        0,
        -224,
        100,
        17,
        ink.radial([
          [0, lighter(drink, 0.22)],
          [1, drink],
        ]),
      ),
    )
    if (random.chance(0.8)) steam(ink, random, light.tint, 0, -244)
  },
}

const kettle: Sitter = {
  places: ['kitchen', 'lake', 'cabin', 'night', 'window'],
  reach: 190,
  height: 330,
  scale: 1.14,
  draw(ink, colour, random, light) {
    ink.add(line('M-120 -220Q0 -480 120 -220', '#2a2725', 20), line('M-70 -340Q0 -392 70 -340', '#8a5a33', 30))
    ink.add(
      path('M120 -176C200 -186 214 -240 262 -258L284 -236C250 -200 250 -140 160 -92Z', ink.flat(colour)),
      ellipse(274, -247, 16, 11, darker(colour, 0.6), 'transform="rotate(40 274 -247)"'),
    )
    ink.add(
      path(
        'M-190 -30C-200 -130 -150 -220 -84 -236H84C150 -220 200 -130 190 -30Q188 0 150 2H-150Q-188 0 -190 -30Z',
        ink.round(colour),
      ),
    )
    ink.add(
      ellipse(0, -236, 92, 18, darker(colour, 0.35)),
      path('M-84 -238Q0 -290 84 -238Q0 -222 -84 -238Z', ink.round(colour)),
      ellipse(0, -276, 17, 17, ink.round('#2a2725')),
    )
    ink.add(line('M-188 -22Q0 14 188 -22', darker(colour, 0.55), 6, 'opacity="0.7"'))
    const x = light.side < 0 ? -120 : 84
    ink.add(
      ellipse(x + 10, -140, 20, 62, '#ffffff', `opacity="0.28" transform="rotate(${light.side * -12} ${x} -140)"`),
    )
    if (random.chance(0.6)) steam(ink, random, light.tint, 290, -270)
  },
}

const bowl: Sitter = {
  places: ['kitchen', 'window', 'living', 'garden'],
  reach: 190,
  height: 190,
  scale: 1.26,
  draw(ink, colour, random, light) {
    ink.add(rect(-92, -26, 184, 28, ink.round('#a98a6c'), 8))
    const fruit = random.pick([
      ['#d8a33a', '#e3b94e', '#c58a2a'],
      ['#b8402f', '#c9653a', '#8fa04a'],
      ['#d9782f', '#e08d3c', '#c9652a'],
      ['#6f8f3f', '#8aa858', '#b7c36a'],
    ])
    for (const [x, y] of [
      [-120, -196],
      [-42, -232],
      [48, -226],
      [124, -192],
      [-80, -176],
      [10, -186],
      [84, -170],
    ] as const) {
      const skin = random.pick(fruit)
      ink.add(
        ellipse(
          x,
          y,
          52,
          49,
          ink.radial(
            [
              [0, lighter(skin, 0.5)],
              [0.45, skin],
              [1, darker(skin, 0.45)],
            ],
            light.side < 0 ? 0.32 : 0.68,
            0.26,
            0.85,
          ),
        ),
      )
    }
    ink.add(path('M90 -232q40 -50 92 -34q-30 44 -92 34z', '#5c7a3f'))
    ink.add(path('M-228 -170C-224 -60 -130 -14 0 -14S224 -60 228 -170Q0 -122 -228 -170Z', ink.round(colour)))
    ink.add(
      path('M-228 -170Q0 -122 228 -170Q228 -160 226 -154Q0 -106 -226 -154Q-228 -160 -228 -170Z', lighter(colour, 0.35)),
      path('M-196 -84Q0 -30 196 -84Q150 -24 90 -18H-90Q-150 -24 -196 -84Z', ink.round('#a98a6c')),
    )
    for (let dot = 0; dot < 26; dot++)
      ink.add(ellipse(random.between(-180, 180), random.between(-140, -70), 2, 2, darker(colour, 0.6), 'opacity="0.5"'))
  },
}

const coffeeSet: Sitter = {
  places: ['kitchen', 'window', 'studio', 'cabin', 'lake'],
  reach: 140,
  height: 470,
  scale: 1.08,
  draw(ink, colour, random, light) {
    ink.add(
      path(
        'M-30 -250C-34 -200 -140 -150 -140 -60Q-138 0 -90 2H90Q138 0 140 -60C140 -150 34 -200 30 -250Z',
        ink.linear([
          [0, '#dfe8e8', 0.5],
          [0.2, '#ffffff', 0.28],
          [0.75, '#bccaca', 0.25],
          [1, '#8fa3a3', 0.6],
        ]),
      ),
    )
    ink.add(
      path(
        'M-134 -88Q0 -66 134 -88Q142 -30 128 -10Q118 0 90 0H-90Q-118 0 -128 -10Q-142 -30 -134 -88Z',
        ink.round('#3a1d0e'),
      ),
      ellipse(0, -88, 134, 17, '#6b3a1c'),
    )
    ink.add(
      path('M-56 -268L-40 -196H40L56 -268Z', ink.round(colour)),
      line('M-62 -232H62', '#4a3020', 7),
      ellipse(66, -232, 9, 9, '#2f2018'),
    )
    ink.add(
      path('M-150 -430L-52 -268H52L150 -430Z', ink.round('#ece4d4')),
      ellipse(0, -430, 150, 30, '#d9d0bf'),
      path('M-134 -432Q0 -404 134 -432L120 -462Q0 -436 -120 -462Z', '#fbf7ee'),
      ellipse(0, -428, 118, 19, '#4a2a17'),
    )
    const x = light.side < 0 ? -104 : 84
    ink.add(
      line(`M${x} -120q-6 50 8 92`, '#ffffff', 9, 'opacity="0.5"'),
      line('M0 -268V-96', '#5b3018', 3, 'opacity="0.7"'),
    )
    steam(ink, random, light.tint, 0, -450)
    if (random.chance(0.6))
      for (let bean = 0; bean < 16; bean++)
        ink.add(
          ellipse(
            random.between(-290, -170),
            random.between(-8, 60),
            12,
            8,
            ink.flat('#4a2a17'),
            `transform="rotate(${num(random.between(-30, 30))} -230 20)"`,
          ),
        )
  },
}

export const cups: Partial<Record<Subject, Sitter>> = { mug, enamelMug, kettle, bowl, coffee: coffeeSet }
