// What lies behind a thing indoors: walls, windows, sofas. Painted on the soft layer only.

import type { Random } from '../random.ts'
import { all, bokeh, down, sunPatch } from './brush.ts'
import { darker, ellipse, type Ink, type Light, lighter, line, mix, num, path, rect } from './ink.ts'

export function windowWall(ink: Ink, random: Random, light: Light) {
  const wall = random.pick(['#d9cfc0', '#c9cdc4', '#d8c4b0', '#bfc7cc', '#cbbfae'])
  const far = light.side < 0 ? 1 : 0
  all(
    ink,
    ink.linear([
      [far, darker(wall, 0.34)],
      [1 - far, mix(wall, light.tint, 0.45)],
    ]),
  )
  const x = light.side < 0 ? random.between(-60, 60) : random.between(430, 560)
  const width = random.between(360, 420)
  ink.add(rect(x - 22, -120, width + 44, 600, lighter(wall, 0.55)))
  const outside = random.pick(['#cfe3ea', '#dfe8d6', '#f3dfc0'])
  ink.add(rect(x, -100, width, 560, down(ink, lighter(outside, 0.5), mix(outside, '#7f9a6b', 0.35))))
  bokeh(ink, random, ['#7f9a6b', '#a9bd86', '#dfe6c8', light.tint], 26, [x, 140, x + width, 450], [18, 60])
  ink.add(rect(x + width / 2 - 9, -100, 18, 560, lighter(wall, 0.6)), rect(x, 160, width, 16, lighter(wall, 0.6)))
  ink.add(rect(x - 40, 460, width + 80, 30, lighter(wall, 0.5)))
  // A curtain at the far side of the window and something green on the sill.
  const curtain = light.side < 0 ? x + width : x - 130
  for (let fold = 0; fold < 5; fold++) {
    ink.add(
      rect(
        curtain + fold * 26,
        -120,
        26,
        720,
        ink.linear([
          [0, '#f4efe6', 0.9],
          [0.6, '#d7cdbd', 0.9],
          [1, '#f4efe6', 0.9],
        ]),
      ),
    )
  }
  leafBlob(ink, random, x + random.between(60, width - 60), 455)
}

function leafBlob(ink: Ink, random: Random, x: number, y: number) {
  ink.add(path(`M${x - 34} ${y - 60}h68l-10 62h-48z`, random.pick(['#b9694a', '#e8e2d6', '#596673'])))
  for (let leaf = 0; leaf < 14; leaf++) {
    const angle = random.between(-160, -20) * (Math.PI / 180)
    const reach = random.between(40, 120)
    const green = mix('#4d6b45', '#8ea86f', random.next())
    ink.add(
      ellipse(
        x + Math.cos(angle) * reach,
        y - 70 + Math.sin(angle) * reach,
        24,
        14,
        green,
        `transform="rotate(${num((angle * 180) / Math.PI)} ${num(x + Math.cos(angle) * reach)} ${num(y - 70 + Math.sin(angle) * reach)})"`,
      ),
    )
  }
}

export function kitchenWall(ink: Ink, random: Random, light: Light) {
  const tile = random.pick(['#e9e5dc', '#dfe5e3', '#c9d3c4', '#e7dccb'])
  all(
    ink,
    ink.linear(
      [
        [0, mix(tile, light.tint, 0.4)],
        [1, darker(tile, 0.22)],
      ],
      light.side < 0 ? 0 : 1,
      0,
      light.side < 0 ? 1 : 0,
      0.6,
    ),
  )
  const rows = random.pick([74, 96])
  for (let y = 20, row = 0; y < 600; y += rows, row++) {
    ink.add(rect(-200, y, 1300, 4, darker(tile, 0.14)))
    for (let x = -200 + (row % 2) * 75; x < 1100; x += 150) ink.add(rect(x, y, 4, rows, darker(tile, 0.14)))
  }
  const wood = random.pick(['#8a6440', '#b58d5e', '#5d4433'])
  ink.add(rect(-200, 200, 1300, 26, wood), rect(-200, 226, 1300, 26, '#000000', 0, 'opacity="0.18"'))
  for (let x = random.between(-40, 40); x < 950; x += random.between(90, 170)) {
    const colour = random.pick(['#d8cfc0', '#8c9a86', '#b9694a', '#3f4a52', '#caa45d', '#efe9dd', '#7d8f99'])
    const height = random.between(70, 150)
    ink.add(
      rect(
        x,
        200 - height,
        random.between(54, 92),
        height,
        ink.linear([
          [0, lighter(colour, 0.25)],
          [1, darker(colour, 0.35)],
        ]),
        14,
      ),
    )
  }
  ink.add(
    line(`M${random.between(60, 840)} 252v${random.between(70, 110)}`, '#4a4038', 14),
    rect(600, 330, 14, 120, '#3c3430', 6, 'opacity="0.4"'),
  )
}

export function livingWall(ink: Ink, random: Random, light: Light) {
  const wall = random.pick(['#8f9a8c', '#c4b7a4', '#7c8792', '#b9a48e', '#a7aa9b'])
  all(
    ink,
    ink.radial(
      [
        [0, mix(wall, light.tint, 0.55)],
        [1, darker(wall, 0.42)],
      ],
      light.side < 0 ? 0.2 : 0.8,
      0.25,
      0.9,
    ),
  )
  const x = light.side < 0 ? 470 : 20
  ink.add(
    rect(x, 60, 190, 250, '#efe8db'),
    rect(x + 18, 78, 154, 214, random.pick(['#b9694a', '#5d6b4a', '#51606b', '#caa45d'])),
  )
  ink.add(ellipse(x + 95, 190, 52, 60, '#efe8db', 'opacity="0.75"'))
  const sofa = random.pick(['#6f7a6a', '#b7a58c', '#4f5d69', '#a4694d'])
  ink.add(rect(-200, 380, 1300, 300, down(ink, lighter(sofa, 0.12), darker(sofa, 0.35)), 60))
  for (let pillow = 0; pillow < 3; pillow++) {
    const at = random.between(0, 860)
    ink.add(
      rect(
        at,
        330,
        190,
        170,
        random.pick(['#d9cdb8', '#c8962e', '#8fb0c4', '#a8532f', '#e9e1d2']),
        50,
        `transform="rotate(${num(random.between(-16, 16))} ${num(at + 95)} 420)"`,
      ),
    )
  }
  const lampX = light.side < 0 ? 110 : 800
  ink.add(
    ellipse(
      lampX,
      210,
      330,
      300,
      ink.radial([
        [0, light.tint, 0.75],
        [1, light.tint, 0],
      ]),
    ),
    path(`M${lampX - 80} 250h160l-40-130h-80z`, '#fff1d2'),
  )
}

export function bedWall(ink: Ink, random: Random, light: Light) {
  const wall = random.pick(['#ded8cd', '#cfd6d6', '#d9cbbd'])
  all(
    ink,
    ink.linear(
      [
        [0, mix(wall, light.tint, 0.5)],
        [1, darker(wall, 0.28)],
      ],
      light.side < 0 ? 0 : 1,
      0,
      light.side < 0 ? 1 : 0,
      0.3,
    ),
  )
  ink.add(rect(-200, 150, 1300, 210, random.pick(['#a07c55', '#7b5f45', '#c3a27a']), 20))
  for (let pillow = 0; pillow < 3; pillow++) {
    const x = -40 + pillow * 320 + random.between(-30, 30)
    ink.add(rect(x, 240, 320, 210, down(ink, '#fbf8f2', '#cfc6b8'), 80))
  }
}

export function boardWall(ink: Ink, random: Random, light: Light) {
  const paintwork = random.pick(['#d6d3c8', '#8c9a97', '#a7b0a1', '#c7b9a3', '#5f6d72'])
  all(
    ink,
    ink.linear(
      [
        [0, mix(paintwork, light.tint, 0.4)],
        [1, darker(paintwork, 0.32)],
      ],
      light.side < 0 ? 0 : 1,
      0,
      light.side < 0 ? 1 : 0,
      0.4,
    ),
  )
  for (let x = -180; x < 1100; x += 92)
    ink.add(
      rect(x, -200, 5, 900, darker(paintwork, 0.24)),
      rect(x + 5, -200, 3, 900, lighter(paintwork, 0.3), 0, 'opacity="0.6"'),
    )
  sunPatch(ink, random, light)
}

export function plaster(ink: Ink, random: Random, light: Light) {
  const wall = random.pick(['#d9d2c4', '#c7cdc6', '#a9b3b5', '#cfae92', '#8f9a8c'])
  all(
    ink,
    ink.linear(
      [
        [0, mix(wall, light.tint, 0.5)],
        [1, darker(wall, 0.3)],
      ],
      light.side < 0 ? 0 : 1,
      0,
      light.side < 0 ? 1 : 0,
      0.5,
    ),
  )
  sunPatch(ink, random, light)
}

export function cabinWall(ink: Ink, random: Random, light: Light) {
  const wood = random.pick(['#8b6544', '#a57b50', '#6f4f37'])
  all(ink, wood)
  for (let y = -200; y < 700; y += 96) {
    ink.add(
      rect(-200, y, 1300, 96, down(ink, lighter(wood, random.between(0.02, 0.16)), darker(wood, 0.28))),
      rect(-200, y + 91, 1300, 6, darker(wood, 0.6)),
    )
  }
  const x = light.side < 0 ? 40 : 560
  ink.add(rect(x, 60, 280, 300, '#e9dcc4'), rect(x + 20, 80, 240, 260, down(ink, '#f7dcae', '#9fb08a')))
  ink.add(rect(x + 132, 80, 16, 260, '#e9dcc4'), rect(x + 20, 200, 240, 14, '#e9dcc4'))
  ink.add(
    ellipse(
      x + 140,
      260,
      420,
      380,
      ink.radial([
        [0, light.tint, 0.5],
        [1, light.tint, 0],
      ]),
    ),
  )
}

export function studio(ink: Ink, random: Random, light: Light) {
  const paper = random.pick(['#e6ded2', '#d9dedb', '#e3d6c8', '#d5d9de', '#dfe0d4'])
  all(
    ink,
    ink.linear(
      [
        [0, lighter(paper, 0.3)],
        [0.62, paper],
        [0.7, darker(paper, 0.1)],
        [1, lighter(paper, 0.12)],
      ],
      0,
      0,
      0,
      1,
    ),
  )
  ink.add(
    ellipse(
      light.side < 0 ? 150 : 750,
      160,
      640,
      520,
      ink.radial([
        [0, '#ffffff', 0.6],
        [1, '#ffffff', 0],
      ]),
    ),
  )
}
