import { recordsOf, textOf, wordOf } from '../whatsapp/template-parts.ts'
import { cardsOf, place, type SendableTemplate } from '../whatsapp/template-variables.ts'

/** Below this path of the product links lead on to where they were set to lead, and clicks are counted. */
export const LINK_PATH = '/l/'

/** What an address of a template's button has to be so that clicks on it are counted. `origin`: that of the product. */
export const trackedButtonUrl = (origin: string): string => `${origin}${LINK_PATH}{{1}}`

const buttonsOf = (components: SendableTemplate['components'], card: number | null) =>
  components
    .filter((one) => wordOf(one.type) === 'BUTTONS')
    .flatMap((one) => recordsOf(one.buttons))
    .flatMap((button, index) =>
      wordOf(button.type) === 'URL' ? [{ key: `${place(card)}button.${index}`, button }] : [],
    )

/** Buttons of a template that open pages, by the keys of their values. */
export const linkButtonsOf = (
  { components }: Pick<SendableTemplate, 'components'>,
  origin: string,
): { key: string; text: string; url: string; tracked: boolean }[] =>
  [
    ...buttonsOf(components, null),
    ...cardsOf(components).flatMap((card, index) =>
      buttonsOf(recordsOf(card.components) as SendableTemplate['components'], index),
    ),
  ].map(({ key, button }) => {
    const url = textOf(button.url)
    return { key, text: textOf(button.text), url, tracked: url === trackedButtonUrl(origin) }
  })

/** Whether a value stands in the text of a message, where a link that is a whole value can be replaced. */
export const isTextKey = (key: string): boolean => /^(card\.\d+\.)?body\./.test(key)
