import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { FactList } from '#web/components/content/fact-list.tsx'
import { EmptyState } from '#web/components/feedback/empty-state.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { useContractForm } from '#web/lib/ui/form.ts'
import type { Part } from '../part.ts'
import { done, failure, filledIn, longName } from '../samples.ts'

const Edit = ({ onClose }: { onClose: () => void }) => {
  const { form, state } = useContractForm({
    schema: filledIn('name'),
    initialValues: { name: 'Ana Souza' },
    onSubmit: async () => {
      await done()
      onClose()
    },
  })
  return (
    <FormDrawer opened title="Edit person" submitLabel="Save" {...state} onClose={onClose}>
      <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
    </FormDrawer>
  )
}

type Props = { name?: string; rows?: number; kind?: 'record' | 'loading' | 'error' | 'empty'; readOnly?: boolean }

const Facts = ({ name, rows, readOnly }: { name: string; rows: number; readOnly: boolean }) => {
  const [editing, setEditing] = useState(false)
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Badge variant="light">Active</Badge>
        <Text size="sm" c="dimmed">
          ana@example.com
        </Text>
      </Group>
      <FactList
        rows={Array.from(
          { length: rows },
          (_, place) => [`Company ${place + 1}`, place % 4 === 3 ? '–' : name] as const,
        )}
      />
      {readOnly ? null : (
        <Group>
          <Button onClick={() => setEditing(true)}>Edit person</Button>
        </Group>
      )}
      {editing ? <Edit onClose={() => setEditing(false)} /> : null}
    </Stack>
  )
}

const Sample = ({ name = 'Padaria Boa Massa', rows = 4, kind = 'record', readOnly = false }: Props) => {
  const [opened, setOpened] = useState(true)
  const contents = {
    record: <Facts name={name} rows={rows} readOnly={readOnly} />,
    loading: <RecordFallback query={{ error: null, refetch: done }} />,
    error: <RecordFallback query={{ error: failure, refetch: done }} />,
    empty: <EmptyState compact title="No companies" description="Ana Souza works in no company yet." />,
  }
  return (
    <>
      <Button onClick={() => setOpened(true)}>Open Ana Souza</Button>
      <DetailDrawer opened={opened} title={name === longName ? longName : 'Ana Souza'} onClose={() => setOpened(false)}>
        {contents[kind]}
      </DetailDrawer>
    </>
  )
}

export const part: Part = {
  name: 'DetailDrawer',
  group: 'Page',
  use: 'A record beside its list, which stays where it is. A form that is opened from it is a dialog over it. What has views of its own, or is linked to from elsewhere, is a DetailPage.',
  states: {
    full: () => <Sample />,
    'many facts': () => <Sample rows={40} />,
    loading: () => <Sample kind="loading" />,
    error: () => <Sample kind="error" />,
    empty: () => <Sample kind="empty" />,
    'read-only': () => <Sample readOnly />,
    'long name': () => <Sample name={longName} />,
  },
}
