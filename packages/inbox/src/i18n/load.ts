import { english, type I18NLanguage, type Translations } from './texts.ts'

type Bundled = Exclude<I18NLanguage, 'en'>

/** Written out, so that a bundler sees each language and makes a file of its own of it. */
const imports: Record<Bundled, () => Promise<{ default: Translations }>> = {
  af: () => import('./languages/af.ts'),
  am: () => import('./languages/am.ts'),
  ar: () => import('./languages/ar.ts'),
  as: () => import('./languages/as.ts'),
  az: () => import('./languages/az.ts'),
  ba: () => import('./languages/ba.ts'),
  be: () => import('./languages/be.ts'),
  bg: () => import('./languages/bg.ts'),
  bh: () => import('./languages/bh.ts'),
  bn: () => import('./languages/bn.ts'),
  bs: () => import('./languages/bs.ts'),
  ca: () => import('./languages/ca.ts'),
  cs: () => import('./languages/cs.ts'),
  da: () => import('./languages/da.ts'),
  de: () => import('./languages/de.ts'),
  el: () => import('./languages/el.ts'),
  es: () => import('./languages/es.ts'),
  eu: () => import('./languages/eu.ts'),
  fa: () => import('./languages/fa.ts'),
  fi: () => import('./languages/fi.ts'),
  fr: () => import('./languages/fr.ts'),
  ga: () => import('./languages/ga.ts'),
  gl: () => import('./languages/gl.ts'),
  gu: () => import('./languages/gu.ts'),
  he: () => import('./languages/he.ts'),
  hi: () => import('./languages/hi.ts'),
  hr: () => import('./languages/hr.ts'),
  hu: () => import('./languages/hu.ts'),
  hy: () => import('./languages/hy.ts'),
  id: () => import('./languages/id.ts'),
  ig: () => import('./languages/ig.ts'),
  it: () => import('./languages/it.ts'),
  ja: () => import('./languages/ja.ts'),
  ka: () => import('./languages/ka.ts'),
  kk: () => import('./languages/kk.ts'),
  km: () => import('./languages/km.ts'),
  kn: () => import('./languages/kn.ts'),
  ko: () => import('./languages/ko.ts'),
  ku: () => import('./languages/ku.ts'),
  lo: () => import('./languages/lo.ts'),
  lt: () => import('./languages/lt.ts'),
  lv: () => import('./languages/lv.ts'),
  ml: () => import('./languages/ml.ts'),
  mr: () => import('./languages/mr.ts'),
  ms: () => import('./languages/ms.ts'),
  nb: () => import('./languages/nb.ts'),
  ne: () => import('./languages/ne.ts'),
  nl: () => import('./languages/nl.ts'),
  or: () => import('./languages/or.ts'),
  pa: () => import('./languages/pa.ts'),
  pl: () => import('./languages/pl.ts'),
  pt: () => import('./languages/pt.ts'),
  ro: () => import('./languages/ro.ts'),
  ru: () => import('./languages/ru.ts'),
  sa: () => import('./languages/sa.ts'),
  sd: () => import('./languages/sd.ts'),
  si: () => import('./languages/si.ts'),
  sm: () => import('./languages/sm.ts'),
  sq: () => import('./languages/sq.ts'),
  sv: () => import('./languages/sv.ts'),
  ta: () => import('./languages/ta.ts'),
  te: () => import('./languages/te.ts'),
  th: () => import('./languages/th.ts'),
  tl: () => import('./languages/tl.ts'),
  tr: () => import('./languages/tr.ts'),
  uk: () => import('./languages/uk.ts'),
  ur: () => import('./languages/ur.ts'),
  uz: () => import('./languages/uz.ts'),
  vi: () => import('./languages/vi.ts'),
  zh: () => import('./languages/zh.ts'),
  zu: () => import('./languages/zu.ts'),
}

const isBundled = (code: string): code is Bundled => Object.hasOwn(imports, code)

/** Codes that mean a language which goes by another one here. */
const otherNames: Record<string, I18NLanguage> = { no: 'nb', nn: 'nb', iw: 'he', in: 'id', fil: 'tl' }

/** The bundled language that serves a BCP 47 tag: `pt` for `pt-BR`. Nothing for a language that is not there. */
export function bundledLanguage(tag: string): I18NLanguage | undefined {
  const primary = tag.toLowerCase().split(/[-_]/, 1)[0] ?? ''
  if (primary === 'en' || isBundled(primary)) return primary
  return otherNames[primary]
}

const loaded = new Map<I18NLanguage, Translations>([['en', english]])
const loading = new Set<I18NLanguage>()
const listeners = new Set<() => void>()

/** The texts of a language, when they are there already. */
export const loadedTexts = (language: I18NLanguage): Translations | undefined => loaded.get(language)

export function onLanguageLoaded(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Fetches the texts of a language once. When that fails English stays, and the next who asks tries again. */
export async function loadLanguage(language: I18NLanguage): Promise<void> {
  if (language === 'en' || loaded.has(language) || loading.has(language)) return
  loading.add(language)
  try {
    loaded.set(language, (await imports[language]()).default)
    for (const listener of listeners) listener()
  } finally {
    loading.delete(language)
  }
}
