import { Select } from '@mantine/core'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { accountsQuery } from './api.ts'
import { TestForm } from './test-form.tsx'

/** Sends the template to a phone from one of its account's numbers. */
export const TestDrawer = ({ template, onClose }: { template: TemplateDetail; onClose: () => void }) => {
  const { t } = useTranslation('whatsapp/templates')
  const accounts = useQuery(accountsQuery())
  const channels = accounts.data?.data.find(({ id }) => id === template.accountId)?.channels ?? []
  const [chosenId, setChosenId] = useState<string | null>(null)
  const channelId = chosenId ?? channels[0]?.id ?? ''
  return (
    <TestForm template={template.live && { ...template.live, id: template.id }} channelId={channelId} onClose={onClose}>
      <Select
        label={t('test.channel')}
        allowDeselect={false}
        value={channelId}
        data={channels.map(({ id, name, phone }) => ({ value: id, label: `${name} · ${phone}` }))}
        onChange={setChosenId}
      />
    </TestForm>
  )
}
