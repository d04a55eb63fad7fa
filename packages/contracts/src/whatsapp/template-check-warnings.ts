import type { CheckedTemplate, TemplateIssue, TemplateIssueCode } from './template-check-parts.ts'
import { componentOf, recordsOf, textOf, wordOf } from './template-parts.ts'

const shorteners =
  /\b(?:bit\.ly|tinyurl\.com|goo\.gl|t\.co|ow\.ly|is\.gd|cutt\.ly|rebrand\.ly|buff\.ly|shorturl\.at|tiny\.cc|bitly\.com|lnkd\.in|encurtador\.com\.br|abre\.ai|wa\.me)\b/i

/** Words that make Meta see an advertisement, in the languages we write ready texts in. */
const promotional =
  /(?<![\p{L}])(?:sale|discount|offers?|promo(?:tion)?s?|coupon|free shipping|% off|buy now|limited time|deal|promoç(?:ão|ões)|desconto|oferta|cupom|frete grátis|liquidação|imperdível|aproveite|compre agora|grátis)(?![\p{L}])/giu

const optOut =
  /(?<![\p{L}])(?:stop|opt[- ]?out|unsubscribe|stop promotions|parar|sair|descadastrar|cancelar inscrição|não receber|parar promoções)(?![\p{L}])/iu

const letters = (text: string) => text.replace(/\{\{[^}]*\}\}/g, '').replace(/[^\p{L}]/gu, '')

const isShouted = (text: string): boolean => {
  const plain = letters(text)
  return plain.length >= 12 && plain.replace(/[^\p{Lu}]/gu, '').length / plain.length > 0.7
}

const textsOf = ({ components }: CheckedTemplate): { path: string; text: string }[] => [
  { path: 'header.text', text: textOf(componentOf(components, 'HEADER')?.text) },
  { path: 'body.text', text: textOf(componentOf(components, 'BODY')?.text) },
  { path: 'footer.text', text: textOf(componentOf(components, 'FOOTER')?.text) },
  ...recordsOf(componentOf(components, 'CAROUSEL')?.cards).map((card, index) => ({
    path: `cards.${index}.body.text`,
    text: textOf(componentOf(recordsOf(card.components), 'BODY')?.text),
  })),
]

const warning = (path: string, code: TemplateIssueCode): TemplateIssue => ({ path, code, level: 'warning', values: {} })

const buttonsOf = ({ components }: CheckedTemplate) => recordsOf(componentOf(components, 'BUTTONS')?.buttons)

const saysStop = (template: CheckedTemplate): boolean =>
  textsOf(template).some(({ text }) => optOut.test(text)) ||
  buttonsOf(template).some((button) => wordOf(button.type) === 'QUICK_REPLY' && optOut.test(textOf(button.text)))

/** What Meta takes, and may come to regret: it keeps nothing from being submitted. */
export const templateWarnings = (template: CheckedTemplate): TemplateIssue[] => {
  const texts = textsOf(template)
  const links = buttonsOf(template).flatMap((button, index) =>
    shorteners.test(textOf(button.url)) ? [warning(`buttons.${index}.url`, 'warn_short_link')] : [],
  )
  return [
    ...texts.filter(({ text }) => shorteners.test(text)).map(({ path }) => warning(path, 'warn_short_link')),
    ...links,
    ...texts.filter(({ text }) => isShouted(text)).map(({ path }) => warning(path, 'warn_capitals')),
    ...(template.category === 'UTILITY'
      ? texts.filter(({ text }) => text.search(promotional) >= 0).map(({ path }) => warning(path, 'warn_promotional'))
      : []),
    ...(template.category === 'MARKETING' && !saysStop(template) ? [warning('', 'warn_no_opt_out')] : []),
  ]
}

/** The words of a template that Meta is likely to classify as promotional, each once. */
export const promotionalWords = (template: CheckedTemplate): string[] => [
  ...new Set(
    textsOf(template).flatMap(({ text }) => (text.match(promotional) ?? []).map((word) => word.toLowerCase())),
  ),
]
