import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { interactiveLimits as limits } from '@recado/contracts/whatsapp/interactive'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type InteractiveForm, newRow } from './interactive-form.ts'

const Row = ({
  form,
  section,
  row,
  single,
}: {
  form: InteractiveForm
  section: number
  row: number
  single: boolean
}) => {
  const { t } = useTranslation('inbox/conversations')
  const path = `sections.${section}.rows.${row}`
  return (
    <Group gap={6} align="flex-start" wrap="nowrap">
      <Stack gap={4} flex={1}>
        <TextInput
          aria-label={t('composer.interactive.rowTitle', { number: row + 1 })}
          placeholder={t('composer.interactive.rowTitle', { number: row + 1 })}
          maxLength={limits.rowTitle}
          {...form.getInputProps(`${path}.title`)}
        />
        <TextInput
          size="xs"
          aria-label={t('composer.interactive.rowDescription', { number: row + 1 })}
          placeholder={t('composer.interactive.rowDescription', { number: row + 1 })}
          maxLength={limits.rowDescription}
          {...form.getInputProps(`${path}.description`)}
        />
      </Stack>
      <ActionIcon
        size={34}
        disabled={single}
        aria-label={t('composer.interactive.removeRow', { number: row + 1 })}
        onClick={() => form.removeListItem(`sections.${section}.rows`, row)}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </Group>
  )
}

/** The button that opens the list, and its rows in sections: ten rows in all. */
export const ListEditor = ({ form }: { form: InteractiveForm }) => {
  const { t } = useTranslation('inbox/conversations')
  const { sections } = form.values
  const full = sections.reduce((sum, { rows }) => sum + rows.length, 0) >= limits.rows
  return (
    <>
      <TextInput
        label={t('composer.interactive.listButton')}
        maxLength={limits.label}
        {...form.getInputProps('button')}
      />
      {sections.map(({ rows }, section) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no id of their own and are only added and removed
        <Fieldset key={section} legend={t('composer.interactive.section', { number: section + 1 })} p="xs">
          <Stack gap={8}>
            {sections.length > 1 ? (
              <Group gap={6} align="flex-start" wrap="nowrap">
                <TextInput
                  flex={1}
                  label={t('composer.interactive.sectionTitle')}
                  maxLength={limits.sectionTitle}
                  {...form.getInputProps(`sections.${section}.title`)}
                />
                <ActionIcon
                  mt={26}
                  size={34}
                  aria-label={t('composer.interactive.removeSection', { number: section + 1 })}
                  onClick={() => form.removeListItem('sections', section)}
                >
                  <IconTrash size={17} />
                </ActionIcon>
              </Group>
            ) : null}
            {rows.map(({ id }, row) => (
              <Row key={id} form={form} section={section} row={row} single={rows.length === 1} />
            ))}
            <Button
              variant="subtle"
              size="compact-sm"
              disabled={full}
              leftSection={<IconPlus size={15} />}
              onClick={() => form.insertListItem(`sections.${section}.rows`, newRow())}
            >
              {t('composer.interactive.addRow')}
            </Button>
          </Stack>
        </Fieldset>
      ))}
      {form.errors['sections'] ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {form.errors['sections']}
        </Text>
      ) : null}
      {full ? (
        <Text size="xs" c="dimmed">
          {t('composer.interactive.full')}
        </Text>
      ) : (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={15} />}
          onClick={() => form.insertListItem('sections', { title: '', rows: [newRow()] })}
        >
          {t('composer.interactive.addSection')}
        </Button>
      )}
    </>
  )
}
