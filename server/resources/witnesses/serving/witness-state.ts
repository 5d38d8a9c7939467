// Stores the last checkpoint of each log in a file of its own. A crash never leaves a file half-written.
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { readCheckpoint, splitNote } from '#resources/evidence/cosignature-rules.ts'
import { emptyRoot } from '#resources/evidence/heads/tree-rules.ts'
import type { LastSeen } from './witness-rules.ts'

export const nameOfLog = (origin: string): string => createHash('sha256').update(origin).digest('hex')

export type WitnessState = {
  seed: Buffer
  /** The note with its cosignature. Undefined for a log that was never cosigned. */
  findNote(logName: string): string | undefined
  findLast(origin: string): LastSeen
  /** Returns once the note has reached the disk. */
  keep(origin: string, note: string): void
}

const keyFile = 'key'

/** Creates the folder and its key on the first start. */
export function openState(folder: string): WitnessState {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const seed = readSeed(folder) ?? makeSeed(folder)
  const findNote = (logName: string) => readText(join(folder, `${logName}.note`))
  return {
    seed,
    findNote,
    findLast(origin) {
      const note = findNote(nameOfLog(origin))
      if (note === undefined) return { size: 0, root: emptyRoot }
      const checkpoint = readCheckpoint(splitNote(note)?.text ?? '')
      if (checkpoint?.origin !== origin) throw new Error(`The note of ${origin} in ${folder} is damaged.`)
      return checkpoint
    },
    keep: (origin, note) => writeDurably(folder, `${nameOfLog(origin)}.note`, note),
  }
}

function readSeed(folder: string): Buffer | undefined {
  const text = readText(join(folder, keyFile))
  if (text === undefined) return undefined
  const seed = Buffer.from(text.trim(), 'base64')
  if (seed.length !== 32) throw new Error(`${join(folder, keyFile)} is not a key of a witness.`)
  return seed
}

function makeSeed(folder: string): Buffer {
  const seed = randomBytes(32)
  writeDurably(folder, keyFile, `${seed.toString('base64')}\n`)
  return seed
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** The rename is durable only when the folder is synchronized too. */
function writeDurably(folder: string, name: string, text: string): void {
  const path = join(folder, name)
  const file = openSync(`${path}.new`, 'w', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.new`, path)
  const directory = openSync(folder, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}
