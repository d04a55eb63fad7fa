/** What the playground shows. The address of the page holds it, so that every state has an address. */
export interface Params {
  /** The React components, or the elements of the script tag. */
  kind: 'popover' | 'list' | 'preferences' | 'element' | 'element-list'
  subscriber: string
  state: 'normal' | 'empty' | 'slow' | 'failing' | 'refusing' | 'down' | 'offline'
  scheme: 'light' | 'dark'
  brand: string
  lang: string
  /** Names of stores, joined by commas: `all`, `unread`, `archived`, `snoozed`, or `feed:<identifier>`. */
  tabs: string
  /** Names of slots, joined by commas: bell, header, footer, listItem, emptyState, actions. */
  slots: string
  pageSize: string
  /** Flags of the fetching strategy, joined by commas, that are turned on, or with a minus before them off. */
  strategy: string
  preferences: boolean
  menu: boolean
  closeOnClick: boolean
  /** The host decides whether the popover is open. */
  controlled: boolean
  open: boolean
  strict: boolean
  phone: boolean
  panel: boolean
}

export const defaults: Params = {
  kind: 'popover',
  subscriber: 'playground',
  state: 'normal',
  scheme: 'light',
  brand: '',
  lang: 'en',
  tabs: '',
  slots: '',
  pageSize: '',
  strategy: '',
  preferences: true,
  menu: true,
  closeOnClick: false,
  controlled: false,
  open: false,
  strict: true,
  phone: false,
  panel: true,
}

const names = Object.keys(defaults) as (keyof Params)[]

const parse = (text: string, like: Params[keyof Params]) => (typeof like === 'boolean' ? text === '1' : text)
const print = (value: Params[keyof Params]) => (typeof value === 'boolean' ? (value ? '1' : '0') : value)

export const readParams = (search: string): Params => {
  const given = new URLSearchParams(search)
  const known = names.filter((name) => given.has(name))
  return Object.assign(
    { ...defaults },
    Object.fromEntries(known.map((name) => [name, parse(given.get(name) ?? '', defaults[name])])),
  )
}

/** Only what differs from the defaults. */
export const printParams = (params: Params): string => {
  const changed = names.filter((name) => params[name] !== defaults[name])
  return `?${new URLSearchParams(Object.fromEntries(changed.map((name) => [name, print(params[name])])))}`
}
