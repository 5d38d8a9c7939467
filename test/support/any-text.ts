import fc, { type StringConstraints } from 'fast-check'

const surrogates = 0x800
const firstSurrogate = 0xd800

/** Characters exclude lone surrogates. The library's own `binary` unit costs each test process two seconds. */
const character = fc.integer({ min: 0, max: 0x10ffff - surrogates }).map(
  (place) => String.fromCodePoint(place < firstSurrogate ? place : place + surrogates),
  (given) => {
    const code = typeof given === 'string' ? given.codePointAt(0) : undefined
    if (code === undefined || String.fromCodePoint(code) !== given) throw new Error('not one character')
    return code < firstSurrogate ? code : code - surrogates
  },
)

export const anyText = (constraints: Omit<StringConstraints, 'unit'> = {}) =>
  fc.string({ ...constraints, unit: character })
