/** A style as it is written in JavaScript: properties in camel case, and nested rules under their selectors. */
export interface CssObject {
  readonly [property: string]: unknown
}

/** Properties whose numbers are no lengths. */
const unitless = new Set(
  (
    'animationIterationCount aspectRatio borderImageOutset borderImageSlice borderImageWidth boxFlex boxFlexGroup ' +
    'boxOrdinalGroup columnCount columns fillOpacity flex flexGrow flexNegative flexOrder flexPositive flexShrink ' +
    'floodOpacity fontSizeAdjust fontWeight gridArea gridColumn gridColumnEnd gridColumnSpan gridColumnStart gridRow ' +
    'gridRowEnd gridRowSpan gridRowStart initialLetter lineClamp lineHeight mathDepth opacity order orphans scale ' +
    'stopOpacity strokeDasharray strokeDashoffset strokeMiterlimit strokeOpacity strokeWidth tabSize widows zIndex ' +
    'zoom WebkitBoxFlex WebkitBoxFlexGroup WebkitLineClamp'
  ).split(' '),
)

/** The rule of a style for a selector. Nested selectors say `&` for it; `:hover` is `&:hover`, `svg` is `& svg`. */
export function cssRule(selector: string, style: CssObject): string {
  const body = Object.entries(style)
    .map(([key, value]) => declarationOrRule(key, value))
    .join('')
  return body && `${selector}{${body}}`
}

function declarationOrRule(key: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => declarationOrRule(key, one)).join('')
  if (isObject(value)) return cssRule(key.startsWith('@') ? key : nested(key), value)
  if (typeof value === 'number') return `${propertyName(key)}:${withUnit(key, value)};`
  return typeof value === 'string' && value ? `${propertyName(key)}:${value};` : ''
}

const isObject = (value: unknown): value is CssObject => typeof value === 'object' && value !== null

/** Commas in brackets belong to their selector. */
const nested = (selector: string): string =>
  selector
    .split(/,(?![^([]*[)\]])/)
    .map((one) => one.trim())
    .map((one) => (one.includes('&') ? one : one.startsWith(':') ? `&${one}` : `& ${one}`))
    .join(',')

const withUnit = (property: string, value: number): string =>
  value === 0 || property.startsWith('--') || unitless.has(property) ? String(value) : `${value}px`

const propertyName = (property: string): string =>
  property.startsWith('--')
    ? property
    : property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^ms-/, '-ms-')
