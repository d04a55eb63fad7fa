import { Badge, Button, Group, Modal, Paper, Select, SimpleGrid, Stack, Tabs, Text } from '@mantine/core'
import type { LibraryTemplate } from '@recado/contracts/whatsapp/template-library'
import { componentOf, textOf } from '@recado/contracts/whatsapp/template-parts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { errorText } from '#web/lib/api/error-text.ts'
import { accountsQuery, libraryQuery } from './api.ts'
import { useCategory, useLanguageName } from './labels.tsx'
import type { Beginning } from './new-drawer.tsx'
import { readyTemplates } from './ready-templates.ts'

const languages = ['pt_BR', 'en_US'] as const

/** Meta's ready text as our content; its buttons still need what they lead to. */
const contentOf = (entry: LibraryTemplate): Beginning => ({
  name: entry.name,
  language: entry.language,
  kind: null,
  content: {
    category: entry.category === 'AUTHENTICATION' ? 'AUTHENTICATION' : 'UTILITY',
    parameterFormat: 'POSITIONAL',
    ttlSeconds: null,
    components: [
      ...(entry.header ? [{ type: 'HEADER', format: 'TEXT', text: entry.header }] : []),
      {
        type: 'BODY',
        text: entry.body,
        ...(entry.params.length > 0 ? { example: { body_text: [entry.params] } } : {}),
      },
      ...(entry.buttons.length > 0
        ? [
            {
              type: 'BUTTONS',
              buttons: entry.buttons.map(({ type, text }) => ({ type, text, ...(type === 'URL' ? { url: '' } : {}) })),
            },
          ]
        : []),
    ],
  },
})

type Entry = { beginning: Beginning; topic: string; category: string; text: string }

const Entries = ({ entries, onPick }: { entries: readonly Entry[]; onPick: (beginning: Beginning) => void }) => {
  const { t } = useTranslation('whatsapp/templates')
  const categoryOf = useCategory()
  if (entries.length === 0) return <EmptyState title={t('gallery.none')} />
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      {entries.map(({ beginning, topic, category, text }) => (
        <Paper key={`${beginning.name} ${beginning.language}`} component="article" withBorder p="md">
          <Stack gap="sm" h="100%" justify="space-between">
            <Stack gap={6}>
              <Group gap={6}>
                <Badge variant="default" tt="none" fw={500}>
                  {topic}
                </Badge>
                <Badge variant="light" tt="none" fw={500}>
                  {categoryOf(category)}
                </Badge>
              </Group>
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {beginning.name}
              </Text>
              <Text size="sm">{text}</Text>
            </Stack>
            <Button
              variant="light"
              style={{ alignSelf: 'flex-start' }}
              onClick={() => onPick(beginning)}
              aria-label={t('gallery.useOf', { name: beginning.name })}
            >
              {t('gallery.use')}
            </Button>
          </Stack>
        </Paper>
      ))}
    </SimpleGrid>
  )
}

const Library = ({ language, onPick }: { language: string; onPick: (beginning: Beginning) => void }) => {
  const { t } = useTranslation(['whatsapp/templates', 'errors'])
  const accounts = useQuery(accountsQuery())
  const library = useQuery(libraryQuery(accounts.data?.data[0]?.id ?? '', language))
  if (library.error) return <EmptyState title={errorText(t, library.error)} />
  const entries = (library.data?.data ?? []).map((entry) => ({
    beginning: contentOf(entry),
    topic: t('gallery.meta'),
    category: entry.category,
    text: entry.body,
  }))
  return <Entries entries={entries} onPick={onPick} />
}

type Props = { onClose: () => void; onPick: (beginning: Beginning) => void }

/** Ready texts to begin with: ours, and Meta's. */
export const GalleryModal = ({ onClose, onPick }: Props) => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  const languageOf = useLanguageName()
  const [language, setLanguage] = useState<string>(i18n.language === 'pt' ? 'pt_BR' : 'en_US')
  const own = readyTemplates
    .filter((ready) => ready.language === language)
    .map(({ name, topic, content }) => ({
      beginning: { name, language, kind: null, content },
      topic: t(`gallery.topic.${topic}`),
      category: content.category,
      text: textOf(componentOf(content.components, 'BODY')?.text) || t('preview.code'),
    }))
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('gallery.title')}
      size="xl"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Tabs defaultValue="own" keepMounted={false}>
        <Group justify="space-between" mb="md" align="flex-end">
          <Tabs.List>
            <Tabs.Tab value="own">{t('gallery.own')}</Tabs.Tab>
            <Tabs.Tab value="meta">{t('gallery.meta')}</Tabs.Tab>
          </Tabs.List>
          <Select
            aria-label={t('new.language')}
            allowDeselect={false}
            value={language}
            data={languages.map((code) => ({ value: code, label: languageOf(code) }))}
            onChange={(next) => next && setLanguage(next)}
          />
        </Group>
        <Tabs.Panel value="own">
          <Entries entries={own} onPick={onPick} />
        </Tabs.Panel>
        <Tabs.Panel value="meta">
          <Library language={language} onPick={onPick} />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  )
}
