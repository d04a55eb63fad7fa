import { Text, TextInput } from '@mantine/core'
import { keepRecipients } from '@recado/contracts/campaigns/recipients'
import { createContactList } from '@recado/contracts/contacts/lists'
import type { BulkOutcome } from '@recado/contracts/shared/lists'
import { useTranslation } from 'react-i18next'
import { useGroupsChanged } from '#web/components/contact/use-groups-changed.ts'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { recipientFilterOf } from './api.ts'
import type { CampaignPageSearch } from './search.ts'

type Props = {
  campaign: { id: string; name: string }
  search: CampaignPageSearch
  /** How many recipients the filters leave. */
  expected: number
  onDone: (outcome: BulkOutcome) => void
  onClose: () => void
}

/** Makes a list of the recipients that the filters leave. */
export const KeepDialog = ({ campaign, search, expected, onDone, onClose }: Props) => {
  const { t, i18n } = useTranslation(['campaigns/campaign', 'validation', 'errors'])
  const changed = useGroupsChanged()
  const { form, state } = useContractForm<{ name: string; description: string }>({
    schema: createContactList.body,
    initialValues: { name: campaign.name.slice(0, 80), description: '' },
    onSubmit: async (body) => {
      const list = await call(createContactList, { body })
      await changed()
      const filter = Object.fromEntries(
        Object.entries(recipientFilterOf(search)).map(([key, value]) => [key, String(value)]),
      )
      const selection = { filter, expected }
      onDone(await call(keepRecipients, { params: { id: campaign.id }, body: { selection, listId: list.id } }))
      await changed()
      onClose()
    },
  })
  return (
    <FormDrawer opened title={t('keep.title')} submitLabel={t('common:save')} {...state} onClose={onClose}>
      <Text size="sm">
        {t('keep.text', { count: expected, formatted: new Intl.NumberFormat(i18n.language).format(expected) })}
      </Text>
      <TextInput label={t('keep.name')} data-autofocus {...form.getInputProps('name')} />
    </FormDrawer>
  )
}
