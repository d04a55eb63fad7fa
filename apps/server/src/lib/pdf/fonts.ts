import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create } from 'fontkit'

const { resolve } = createRequire(import.meta.url)

const files = [
  '@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff',
  '@fontsource/noto-sans/files/noto-sans-latin-ext-400-normal.woff',
  '@fontsource/noto-sans/files/noto-sans-cyrillic-400-normal.woff',
  '@fontsource/noto-sans/files/noto-sans-greek-400-normal.woff',
  '@fontsource/noto-emoji/files/noto-emoji-emoji-400-normal.woff',
]
const boldFile = '@fontsource/noto-sans/files/noto-sans-latin-700-normal.woff'

type Face = { name: string; data: Buffer; has: (codePoint: number) => boolean }

const load = (file: string): Face => {
  const data = readFileSync(resolve(file))
  const font = create(data)
  if (!('hasGlyphForCodePoint' in font)) throw new Error(`${file} is not one font`)
  return { name: file, data, has: (codePoint) => font.hasGlyphForCodePoint(codePoint) }
}

let loaded: { faces: Face[]; bold: Face } | null = null

/** The faces that texts are set in, the first that has a character winning; read from disk when first asked for. */
export const fontFaces = () => {
  loaded ??= { faces: files.map(load), bold: load(boldFile) }
  return loaded
}

export type FontRun = { font: string; text: string }

/** A sign that shows that there was a character which no face has. */
const MISSING = '·'
/** Joiners, variation selectors and the like: nothing to see where the face does not join. */
const invisible = /[\u200b-\u200f\u2060]|[\ufe00-\ufe0f]/

/** Splits a text where another face is needed. */
export const fontRuns = (text: string): FontRun[] => {
  const { faces } = fontFaces()
  const runs: FontRun[] = []
  for (const character of text) {
    if (invisible.test(character)) continue
    const face = character === '\n' ? faces[0] : faces.find(({ has }) => has(character.codePointAt(0) ?? 0))
    const font = (face ?? faces[0])?.name ?? ''
    const last = runs.at(-1)
    const shown = face ? character : MISSING
    if (last?.font === font) last.text += shown
    else runs.push({ font, text: shown })
  }
  return runs
}
