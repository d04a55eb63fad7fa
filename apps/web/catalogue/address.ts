const choices = {
  language: ['en', 'pt'],
  scheme: ['light', 'dark'],
  width: ['window', '1920', '1280', '390'],
} as const

/** How a component is shown: language, color scheme and width. */
export type Look = { [Name in keyof typeof choices]: (typeof choices)[Name][number] }

/** The state of the catalogue that its URL holds. */
export type Place = Look & {
  part: string
  state: string
  /** Shows the component alone, as in the frames of the catalogue. */
  alone: boolean
}

const chosen = <T extends string>(values: readonly [T, ...T[]], value: string | null): T =>
  values.find((one) => one === value) ?? values[0]

/** The place that a URL stands for; missing parts default to the first of their kind. */
export const placeOf = (search: string): Place => {
  const given = new URLSearchParams(search)
  return {
    part: given.get('part') ?? '',
    state: given.get('state') ?? '',
    language: chosen(choices.language, given.get('language')),
    scheme: chosen(choices.scheme, given.get('scheme')),
    width: chosen(choices.width, given.get('width')),
    alone: given.has('alone'),
  }
}

/** The URL of a place. */
export const addressOf = ({ alone, ...place }: Place): string =>
  `?${new URLSearchParams({ ...place, ...(alone ? { alone: '' } : {}) })}`

/** The choices for each property of a look. */
export const looks: typeof choices = choices
