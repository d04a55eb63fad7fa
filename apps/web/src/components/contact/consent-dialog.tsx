import {
  addConsent,
  type ConsentMedium,
  type ConsentPurpose,
  consentMedia,
  consentPurposes,
  notedConsentSources,
} from '@recado/contracts/contacts/consents'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/lib/api/api.ts'
import { instantOn, today } from '#web/lib/i18n/past-day.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { channelsQuery } from '#web/queries/channels.ts'
import { contactSettingsQuery } from '#web/queries/contacts.ts'
import { DayField } from '../form/day-field.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { Select } from '../form/select.tsx'
import { TextInput } from '../form/text-input.tsx'
import { Textarea } from '../form/textarea.tsx'
import { consentsQuery } from './consents.ts'

type Source = (typeof notedConsentSources)[number]
type Values = {
  purpose: ConsentPurpose
  medium: ConsentMedium
  channelId: string
  source: Source
  /** Days, `YYYY-MM-DD`; the first is today where it is empty. */
  at: string
  expiresAt: string
  note: string
  textVersion: string
  url: string
}
type Props = { contactId: string; state: 'granted' | 'withdrawn'; onClose: () => void }

const bodyOf = (state: Props['state'], values: Values) => {
  const { purpose, medium, source, channelId, at, expiresAt, note, textVersion, url } = values
  return {
    ...{ state, purpose, medium, source },
    ...(channelId && medium === 'whatsapp' ? { channelId } : {}),
    ...(at && at !== today() ? { at: instantOn(at) } : {}),
    ...(expiresAt && state === 'granted' ? { expiresAt: new Date(`${expiresAt}T23:59:59`).toISOString() } : {}),
    ...(note.trim() ? { note: note.trim() } : {}),
    ...(textVersion.trim() ? { textVersion: textVersion.trim() } : {}),
    ...(url.trim() ? { url: url.trim() } : {}),
  }
}

const useConsentForm = ({ contactId, state, onClose }: Props) => {
  const { t } = useTranslation('contacts/consent')
  const client = useQueryClient()
  const initialValues: Values = {
    ...{ purpose: 'marketing', medium: 'whatsapp', channelId: '', source: 'manual' },
    ...{ at: today(), expiresAt: '', note: '', textVersion: '', url: '' },
  }
  return useContractForm<Values>({
    schema: addConsent.body,
    initialValues,
    toBody: (values) => bodyOf(state, values),
    extra: ({ note, at, expiresAt }) => ({
      ...(state === 'granted' && !note.trim() ? { note: t('form.noteRequired') } : {}),
      ...(at > today() ? { at: t('form.future') } : {}),
      ...(expiresAt && expiresAt <= today() ? { expiresAt: t('form.past') } : {}),
    }),
    onSubmit: async (values) => {
      const saved = await call(addConsent, { params: { id: contactId }, body: bodyOf(state, values) })
      client.setQueryData(consentsQuery(contactId).queryKey, saved)
      toastSuccess(t('form.saved'))
      onClose()
    },
  })
}

/** Records what a contact told a member about being written to, with what proves it. */
export const ConsentDialog = (props: Props) => {
  const { state, onClose } = props
  const { t } = useTranslation('contacts/consent')
  const channels = useQuery(channelsQuery).data?.data ?? []
  const { form, state: formState } = useConsentForm(props)
  const isYes = state === 'granted'
  const { purpose, medium } = form.values
  const doubleOptIn = useQuery(contactSettingsQuery).data?.settings.doubleOptIn
  const asks = Boolean(doubleOptIn) && purpose === 'marketing' && medium === 'whatsapp'
  const numbers = [
    { value: '', label: t('form.allNumbers') },
    ...channels.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <FormDialog opened title={t(`form.${state}`)} submitLabel={t('common:save')} {...formState} onClose={onClose}>
      <Select
        label={t('form.purpose')}
        allowDeselect={false}
        data={consentPurposes.map((value) => ({ value, label: t(`about.${value}`) }))}
        {...form.getInputProps('purpose')}
      />
      <Select
        label={t('form.medium')}
        allowDeselect={false}
        data={consentMedia.map((value) => ({ value, label: t(`medium.${value}`) }))}
        {...form.getInputProps('medium')}
      />
      {channels.length > 1 && form.values.medium === 'whatsapp' ? (
        <Select label={t('form.number')} allowDeselect={false} data={numbers} {...form.getInputProps('channelId')} />
      ) : null}
      <Select
        label={t('form.source')}
        allowDeselect={false}
        data={notedConsentSources.map((value) => ({ value, label: t(`source.${value}`) }))}
        description={isYes && asks && form.values.source === 'form' ? t('form.confirms') : null}
        {...form.getInputProps('source')}
      />
      <DayField label={t('form.at')} {...form.getInputProps('at')} value={form.values.at} />
      <Textarea
        label={t('form.note')}
        description={t(isYes ? 'form.noteGranted' : 'form.noteWithdrawn')}
        required={isYes}
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('note')}
      />
      {isYes ? (
        <>
          <TextInput
            label={t('form.version')}
            description={t('form.versionText')}
            maxLength={120}
            {...form.getInputProps('textVersion')}
          />
          <TextInput type="url" label={t('form.url')} {...form.getInputProps('url')} />
          <DayField
            label={t('form.expiresAt')}
            description={t('form.expiresText')}
            {...form.getInputProps('expiresAt')}
            value={form.values.expiresAt}
          />
        </>
      ) : null}
    </FormDialog>
  )
}
