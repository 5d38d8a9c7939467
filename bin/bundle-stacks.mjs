// In stack traces, replaces each position in a bundle by its position in the sources. A source map is read when the first
// stack trace needs it. Node's own `--enable-source-maps` and `SourceMap` decode the whole map, which takes 0.5 s and
// 110 MB, 28 November 2026.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const place = /(file:\/\/[^\s()]+\/\.cache\/service\/[^\s()]+\.js):(\d+):(\d+)/
const forgetAfterMs = 60_000
const linesBetween = 500
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const digitValues = new Map([...digits].map((digit, value) => [digit.charCodeAt(0), value]))
const [comma, semicolon] = [44, 59]
const maps = new Map()
let forgetting

Error.prepareStackTrace = (error, frames) =>
  [describe(error), ...frames.map((frame) => `    at ${String(frame).replace(place, toSource)}`)].join('\n')

function describe(error) {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return 'Error'
  }
}

function toSource(written, file, line, column) {
  try {
    const { sources, mappings, marks } = mapOf(file)
    const found = findPlace(mappings, marks, line - 1, column - 1)
    return found ? `${new URL(sources[found.source], file)}:${found.line + 1}:${found.column + 1}` : written
  } catch {
    return written
  }
}

function mapOf(file) {
  if (!maps.has(file)) {
    const { sources, mappings } = JSON.parse(readFileSync(fileURLToPath(`${file}.map`), 'utf8'))
    maps.set(file, { sources, mappings, marks: [{ at: 0, line: 0, state: [0, 0, 0, 0] }] })
  }
  clearTimeout(forgetting)
  forgetting = setTimeout(() => maps.clear(), forgetAfterMs).unref()
  return maps.get(file)
}

/**
 * Each position is stored as the difference from the previous position. So we start at the last mark that is not after
 * `line`, and add the differences.
 */
function findPlace(mappings, marks, line, column) {
  const mark = marks.findLast((each) => each.line <= line)
  const state = [...mark.state]
  let { at, line: current } = mark
  let found
  while (at < mappings.length && current <= line) {
    const unit = mappings.charCodeAt(at)
    if (unit === semicolon) {
      at++
      current++
      state[0] = 0
      if (current === marks.at(-1).line + linesBetween) marks.push({ at, line: current, state: [...state] })
    } else if (unit === comma) at++
    else {
      at = readSegment(mappings, at, state)
      if (current === line && state[0] <= column) found = { source: state[1], line: state[2], column: state[3] }
    }
  }
  return found
}

function readSegment(mappings, start, state) {
  let at = start
  for (let field = 0; ; field++) {
    let [value, shift, more] = [0, 0, true]
    if (!digitValues.has(mappings.charCodeAt(at))) return at
    while (more) {
      const digit = digitValues.get(mappings.charCodeAt(at++))
      value += (digit & 31) << shift
      shift += 5
      more = digit > 31
    }
    if (field < state.length) state[field] += value & 1 ? -(value >> 1) : value >> 1
  }
}
