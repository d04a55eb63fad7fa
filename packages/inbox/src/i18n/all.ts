import af from './languages/af.ts'
import am from './languages/am.ts'
import ar from './languages/ar.ts'
import as_ from './languages/as.ts'
import az from './languages/az.ts'
import ba from './languages/ba.ts'
import be from './languages/be.ts'
import bg from './languages/bg.ts'
import bh from './languages/bh.ts'
import bn from './languages/bn.ts'
import bs from './languages/bs.ts'
import ca from './languages/ca.ts'
import cs from './languages/cs.ts'
import da from './languages/da.ts'
import de from './languages/de.ts'
import el from './languages/el.ts'
import es from './languages/es.ts'
import eu from './languages/eu.ts'
import fa from './languages/fa.ts'
import fi from './languages/fi.ts'
import fr from './languages/fr.ts'
import ga from './languages/ga.ts'
import gl from './languages/gl.ts'
import gu from './languages/gu.ts'
import he from './languages/he.ts'
import hi from './languages/hi.ts'
import hr from './languages/hr.ts'
import hu from './languages/hu.ts'
import hy from './languages/hy.ts'
import id from './languages/id.ts'
import ig from './languages/ig.ts'
import it from './languages/it.ts'
import ja from './languages/ja.ts'
import ka from './languages/ka.ts'
import kk from './languages/kk.ts'
import km from './languages/km.ts'
import kn from './languages/kn.ts'
import ko from './languages/ko.ts'
import ku from './languages/ku.ts'
import lo from './languages/lo.ts'
import lt from './languages/lt.ts'
import lv from './languages/lv.ts'
import ml from './languages/ml.ts'
import mr from './languages/mr.ts'
import ms from './languages/ms.ts'
import nb from './languages/nb.ts'
import ne from './languages/ne.ts'
import nl from './languages/nl.ts'
import or from './languages/or.ts'
import pa from './languages/pa.ts'
import pl from './languages/pl.ts'
import pt from './languages/pt.ts'
import ro from './languages/ro.ts'
import ru from './languages/ru.ts'
import sa from './languages/sa.ts'
import sd from './languages/sd.ts'
import si from './languages/si.ts'
import sm from './languages/sm.ts'
import sq from './languages/sq.ts'
import sv from './languages/sv.ts'
import ta from './languages/ta.ts'
import te from './languages/te.ts'
import th from './languages/th.ts'
import tl from './languages/tl.ts'
import tr from './languages/tr.ts'
import uk from './languages/uk.ts'
import ur from './languages/ur.ts'
import uz from './languages/uz.ts'
import vi from './languages/vi.ts'
import zh from './languages/zh.ts'
import zu from './languages/zu.ts'
import { english, type I18NLanguage, type Translations } from './texts.ts'

/** Every language at once. It weighs as much as all of them: a page that does not name it does not carry it. */
export const TRANSLATIONS: Record<I18NLanguage, Translations> = {
  af,
  am,
  ar,
  as: as_,
  az,
  ba,
  be,
  bg,
  bh,
  bn,
  bs,
  ca,
  cs,
  da,
  de,
  el,
  en: english,
  es,
  eu,
  fa,
  fi,
  fr,
  ga,
  gl,
  gu,
  he,
  hi,
  hr,
  hu,
  hy,
  id,
  ig,
  it,
  ja,
  ka,
  kk,
  km,
  kn,
  ko,
  ku,
  lo,
  lt,
  lv,
  ml,
  mr,
  ms,
  nb,
  ne,
  nl,
  or,
  pa,
  pl,
  pt,
  ro,
  ru,
  sa,
  sd,
  si,
  sm,
  sq,
  sv,
  ta,
  te,
  th,
  tl,
  tr,
  uk,
  ur,
  uz,
  vi,
  zh,
  zu,
}
