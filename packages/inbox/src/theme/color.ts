/** Red, green and blue, 0 to 255 each. */
export type Rgb = readonly [number, number, number]

const black: Rgb = [0, 0, 0]
const white: Rgb = [255, 255, 255]

/** Reads `#rgb`, `#rrggbb` (with or without alpha, which is left out) and `rgb(…)` of numbers; nothing else. */
export function parseColor(text: string): Rgb | undefined {
  const hex = /^#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.exec(text.trim())?.[1]
  if (hex) {
    const size = hex.length < 6 ? 1 : 2
    const part = (index: number) => Number.parseInt(hex.slice(index * size, (index + 1) * size).repeat(3 - size), 16)
    return [part(0), part(1), part(2)]
  }
  const rgb = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)\s*([,/].*)?\)$/i.exec(text.trim())
  return rgb ? [Number(rgb[1]), Number(rgb[2]), Number(rgb[3])] : undefined
}

export const toHex = (color: Rgb): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** Relative luminance, 0 to 1: WCAG 2.2, definition of terms. */
export function luminance(color: Rgb): number {
  const linear = (part: number) => (part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2])
}

/** Contrast ratio of two colors, 1 to 21: WCAG 2.2, definition of terms. */
export function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

/** `share` (0 to 1) of the second color in the first. */
export const mix = (a: Rgb, b: Rgb, share: number): Rgb => [
  Math.round(a[0] + (b[0] - a[0]) * share),
  Math.round(a[1] + (b[1] - a[1]) * share),
  Math.round(a[2] + (b[2] - a[2]) * share),
]

/** White if it has enough contrast to a color, else black. */
export const onColor = (background: Rgb, ratio: number): Rgb => (contrast(white, background) >= ratio ? white : black)

/** Readable text on a color. */
export const textOn = (background: Rgb): Rgb => onColor(background, 4.5)

/** The color, made darker or lighter by no more than it takes to have a contrast to every one of the backgrounds. */
export function withContrast(color: Rgb, backgrounds: readonly Rgb[], ratio: number): Rgb {
  const lowest = (candidate: Rgb) => Math.min(...backgrounds.map((background) => contrast(candidate, background)))
  const end = lowest(black) > lowest(white) ? black : white
  for (let step = 0; step < 100; step++) {
    const candidate = mix(color, end, step / 100)
    if (lowest(candidate) >= ratio) return candidate
  }
  return end
}
