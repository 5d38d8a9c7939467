import { words as ar } from './ar.ts'
import { words as de } from './de.ts'
import { words as en } from './en.ts'
import { words as es } from './es.ts'
import { words as fr } from './fr.ts'
import { words as he } from './he.ts'
import { words as it } from './it.ts'
import type { Words } from './keys.ts'
import { words as nl } from './nl.ts'
import { words as pl } from './pl.ts'
import { words as pt } from './pt.ts'

export const allWords = { en, de, fr, es, it, nl, pt, pl, ar, he } satisfies Record<string, Words>
