import { templateLimits } from '@recado/contracts/whatsapp/template-check-parts'
import { isRecord, textOf } from '@recado/contracts/whatsapp/template-parts'
import { useTranslation } from 'react-i18next'
import { Switch } from '#web/components/form/switch.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { offerOf, withOffer } from './content.ts'
import type { FormProps } from './form-props.ts'
import { IssueList } from './issues.tsx'
import { Part } from './part.tsx'

/** A line of what is offered, and whether the phone counts down to its end. */
export const OfferFields = ({ content, issues, onChange }: FormProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const part = offerOf(content.components)
  const offer = isRecord(part?.limited_time_offer) ? part.limited_time_offer : {}
  const text = textOf(offer.text)
  const set = (next: Record<string, unknown>) =>
    onChange({ ...content, components: withOffer(content.components, next) })
  return (
    <Part title={t('kind.offer')}>
      <TextInput
        label={t('offer.text')}
        data-field="offer.text"
        value={text}
        error={issues.text('offer.text')}
        description={t('characters', { now: text.length, max: templateLimits.offerText })}
        onChange={(event) => set({ ...offer, text: event.currentTarget.value })}
      />
      <Switch
        label={t('offer.expires')}
        description={t('offer.expiresHelp')}
        checked={offer.has_expiration === true}
        onChange={(event) => set({ ...offer, has_expiration: event.currentTarget.checked })}
      />
      <IssueList issues={issues.at('offer')} />
    </Part>
  )
}
