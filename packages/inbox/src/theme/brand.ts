import { onColor, parseColor, type Rgb, textOn, toHex, withContrast } from './color.ts'
import { colors } from './palette.ts'
import type { ColorScheme } from './types.ts'

/** The backgrounds of a color scheme on which a brand color is put. */
export const surfaces: Readonly<Record<ColorScheme, readonly string[]>> = {
  light: [colors.white, colors.B98, colors.BGLight],
  dark: [colors.B15, colors.B17, colors.B20],
}

export interface Brand {
  /** Fills badges and primary buttons: the color itself, unless it could not be told from the background. */
  fill: string
  /** Text on `fill`, at least 4.5 to 1. */
  onFill: string
  /** Text on the background: as near to the color as 4.5 to 1 allows. */
  ink: string
  /** Lines, switches and other marks on the background: as near to the color as 3 to 1 allows. */
  mark: string
  /** What moves on `mark`, at least 3 to 1. */
  onMark: string
}

/** The colors that follow from the color of a brand. Ratios: WCAG 2.2, criteria 1.4.3 and 1.4.11. */
export function brandOf(primary: string, colorScheme: ColorScheme): Brand {
  const color = readPrimary(primary)
  const backgrounds = surfaces[colorScheme].map(rgb)
  const fill = withContrast(color, backgrounds, 1.3)
  const mark = withContrast(color, backgrounds, 3)
  return {
    fill: toHex(fill),
    onFill: toHex(textOn(fill)),
    ink: toHex(withContrast(color, backgrounds, 4.5)),
    mark: toHex(mark),
    onMark: toHex(onColor(mark, 3)),
  }
}

function rgb(text: string): Rgb {
  const color = parseColor(text)
  if (!color) throw new Error(`${text} is not written as #rrggbb`)
  return color
}

/** On a server, and where nothing can be painted, a color in a notation that only browsers know counts as blue. */
function readPrimary(primary: string): Rgb {
  const name = Object.hasOwn(colors, primary) ? colors[primary as keyof typeof colors] : primary
  return parseColor(name) ?? measure(name) ?? rgb(colors.blue)
}

const measured = new Map<string, Rgb | undefined>()

function measure(text: string): Rgb | undefined {
  if (typeof document === 'undefined') return undefined
  if (measured.has(text)) return measured.get(text)
  const { style } = document.createElement('i')
  style.color = text
  // A variable or a keyword depends on where it is used.
  if (!style.color || /^(var\(|currentcolor$|inherit$|initial$|unset$|revert)/i.test(style.color)) {
    throw new Error(`The primary color of the theme must be a CSS color or a name of the palette, not "${text}"`)
  }
  const color = parseColor(style.color) ?? paint(text)
  measured.set(text, color)
  return color
}

function paint(text: string): Rgb | undefined {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.fillStyle = text
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}
