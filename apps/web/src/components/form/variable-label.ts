import type { TemplateVariable } from '@recado/contracts/whatsapp/template-variables'
import { useTranslation } from 'react-i18next'

/** What the field for a variable of a template is called: no two of a template alike. */
export const useVariableLabel = (): ((variable: TemplateVariable) => string) => {
  const { t } = useTranslation('inbox/conversations')
  return ({ part, kind, label, card, mediaKind }) => {
    const where = card === null ? '' : `${t('template.card', { number: card + 1 })} · `
    if (mediaKind) return where + t(`template.header.${mediaKind}`)
    if (part === 'button') return where + t(kind === 'code' ? 'template.code' : 'template.button', { label })
    if (kind === 'code') return where + t('template.oneTimeCode')
    if (!/^\d+$/.test(label)) return where + label.replaceAll('_', ' ')
    return where + t(`template.${part === 'header' ? 'headerVariable' : 'variable'}`, { number: label })
  }
}
