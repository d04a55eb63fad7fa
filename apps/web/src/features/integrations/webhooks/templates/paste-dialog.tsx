import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LazyModal } from '#web/components/form/lazy-windows.tsx'
import { Textarea } from '#web/components/form/textarea.tsx'
import { useDraft } from './draft.ts'
import { infer } from './infer.ts'

const parse = (text: string): { json: unknown } | null => {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null ? { json } : null
  } catch {
    return null
  }
}

const idFrom = (event: string | null, taken: readonly string[]): string => {
  const base =
    (event ?? 'sample')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 34) || 'sample'
  for (let n = 1; ; n++) {
    const id = n === 1 ? base : `${base}-${n}`
    if (!taken.includes(id)) return id
  }
}

/** Takes in a payload as a sample, and what it seems to say as a beginning of the map. */
export const PasteDialog = ({ onClose, onAdded }: { onClose: () => void; onAdded: (id: string) => void }) => {
  const { t } = useTranslation('integrations/templates')
  const { definition, change } = useDraft()
  const [text, setText] = useState('')
  const [refused, setRefused] = useState(false)
  const add = () => {
    const read = parse(text)
    if (!read) return setRefused(true)
    const { eventPath, event, idPath, objectPath, fields } = infer(read.json)
    const isFirst = definition.samples.length === 0
    const id = idFrom(
      event,
      definition.samples.map((sample) => sample.id),
    )
    const isKnown = definition.events.some((map) => map.event === (event ?? '*'))
    change({
      samples: [
        ...definition.samples,
        {
          ...{ id, headers: {}, body: JSON.stringify(read.json, null, 2) },
          expected: { event, canonical: null, objectKey: null, fields: {} },
        },
      ],
      ...(isFirst && eventPath && definition.event?.from === 'path' && { event: { from: 'path', path: eventPath } }),
      ...(isFirst && idPath && definition.eventId === null && { eventId: { from: 'path', path: idPath } }),
      ...(isFirst && objectPath && definition.objectPath === null && { objectPath }),
      ...(isKnown
        ? {}
        : { events: [...definition.events, { event: event ?? '*', canonical: 'custom', enabled: true, fields }] }),
    })
    onAdded(id)
    onClose()
  }
  return (
    <LazyModal
      opened
      onClose={onClose}
      title={t('paste.title')}
      size={620}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('paste.text')}</Text>
        <Textarea
          label={t('paste.label')}
          data-autofocus
          autosize
          minRows={8}
          maxRows={18}
          maxLength={100_000}
          spellCheck={false}
          value={text}
          error={refused ? t('paste.unreadable') : null}
          onChange={({ currentTarget: { value } }) => {
            setRefused(false)
            setText(value)
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button disabled={text.trim() === ''} onClick={add}>
            {t('paste.submit')}
          </Button>
        </Group>
      </Stack>
    </LazyModal>
  )
}
