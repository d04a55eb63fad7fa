const choices = {
  language: ['en', 'pt'],
  scheme: ['light', 'dark'],
  width: ['window', '1920', '1280', '390'],
} as const

/** How a part is shown: in which language, in which scheme, how wide. */
export type Look = { [Name in keyof typeof choices]: (typeof choices)[Name][number] }

/** What the address of the catalogue says. */
export type Place = Look & {
  part: string
  state: string
  /** Shows the part alone, as the catalogue does in a window of its own. */
  alone: boolean
}

const chosen = <T extends string>(values: readonly [T, ...T[]], value: string | null): T =>
  values.find((one) => one === value) ?? values[0]

/** The place that an address means; what it does not say is the first of its kind. */
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

/** The address of a place. */
export const addressOf = ({ alone, ...place }: Place): string =>
  `?${new URLSearchParams({ ...place, ...(alone ? { alone: '' } : {}) })}`

/** What can be chosen of a look. */
export const looks: typeof choices = choices
