import { Select, Text } from '@mantine/core'
import { recordsOf } from '@recado/contracts/whatsapp/template-parts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { channelTemplatesQuery } from '#web/queries/channel-templates.ts'
import { TestForm } from './test-form.tsx'

/** Sends a test from a number: any of its approved templates, the simplest first. */
export const NumberTestDrawer = ({ channelId, onClose }: { channelId: string; onClose: () => void }) => {
  const { t } = useTranslation('whatsapp/templates')
  const { data } = useQuery(channelTemplatesQuery(channelId))
  const templates = data?.data ?? []
  const [chosenId, setChosenId] = useState<string | null>(null)
  const simple = templates.find(({ name }) => name === 'hello_world') ?? templates[0]
  const template = templates.find(({ id }) => id === chosenId) ?? simple ?? null
  return (
    <TestForm
      template={template && { ...template, components: recordsOf(template.components) }}
      channelId={channelId}
      onClose={onClose}
    >
      {data && templates.length === 0 ? (
        <>
          <Text size="sm">{t('test.none')}</Text>
          <LinkButton to="/integrations/whatsapp/templates" variant="light" size="sm">
            {t('test.create')}
          </LinkButton>
        </>
      ) : (
        <Select
          label={t('test.template')}
          searchable
          allowDeselect={false}
          value={template?.id ?? null}
          data={templates.map(({ id, name, language }) => ({ value: id, label: `${name} · ${language}` }))}
          onChange={setChosenId}
        />
      )}
    </TestForm>
  )
}
