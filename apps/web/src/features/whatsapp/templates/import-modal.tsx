import { Button, FileInput, Group, Modal, Select, Stack, Table, Text } from '@mantine/core'
import { templateImportMaxBytes } from '@recado/contracts/whatsapp/portable-templates'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { errorText } from '#web/lib/api/error-text.ts'
import { useFileProblem } from '#web/lib/ui/file-rules.ts'
import { type TemplateScope, useImport } from './api.ts'

const rowsOf = (text: string): unknown[] | null => {
  try {
    const parsed: unknown = JSON.parse(text)
    if (Array.isArray(parsed)) return parsed
    const inside = typeof parsed === 'object' && parsed !== null && 'templates' in parsed ? parsed.templates : null
    return Array.isArray(inside) ? inside : null
  } catch {
    return null
  }
}

const rule = { types: ['.json', 'application/json'], maxBytes: templateImportMaxBytes }

type Props = { scope: TemplateScope; accounts: readonly { value: string; label: string }[]; onClose: () => void }

/** Drafts from a file that was exported before; every row that cannot be taken is named with its reason. */
export const ImportModal = ({ scope, accounts, onClose }: Props) => {
  const { t } = useTranslation(['whatsapp/templates', 'errors', 'validation'])
  const run = useImport(scope)
  const [file, setFile] = useState<File | null>(null)
  const problemOf = useFileProblem()
  const [unreadable, setUnreadable] = useState(false)
  const [chosen, setChosen] = useState<string | null>(null)
  const accountId = chosen ?? accounts[0]?.value ?? ''
  const problem = file && problemOf(file, rule)
  const begin = async () => {
    const rows = file ? rowsOf(await file.text()) : null
    setUnreadable(rows === null || rows.length === 0)
    if (rows && rows.length > 0) run.mutate({ accountId, templates: rows.slice(0, 200) })
  }
  const wordOf = (code: string) =>
    t([`issue.${code}`, `errors:${code}`, `validation:${code}`], {
      defaultValue: t('transfer.rowWrong'),
      max: '',
      min: '',
      kind: '',
      now: '',
      needed: '',
    })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('transfer.import')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t('transfer.text')}</Text>
        <Select
          label={t('new.account')}
          allowDeselect={false}
          value={accountId}
          data={[...accounts]}
          onChange={setChosen}
        />
        <FileInput
          label={t('transfer.file')}
          accept="application/json,.json"
          placeholder={t('transfer.choose')}
          leftSection={<IconUpload size={17} />}
          value={file}
          onChange={setFile}
          error={problem ?? (unreadable ? t('transfer.unreadable') : null)}
        />
        <FormFailure>{run.error ? errorText(t, run.error) : null}</FormFailure>
        {run.data ? (
          <Stack gap="xs" role="status">
            <Text fw={550}>{t('transfer.created', { count: run.data.created.length })}</Text>
            {run.data.errors.length > 0 ? (
              <Table>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t('transfer.row')}</Table.Th>
                    <Table.Th>{t('transfer.place')}</Table.Th>
                    <Table.Th>{t('transfer.reason')}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {run.data.errors.map(({ row, path, code }) => (
                    <Table.Tr key={`${row} ${path} ${code}`}>
                      <Table.Td>{row + 1}</Table.Td>
                      <Table.Td>{path}</Table.Td>
                      <Table.Td>{wordOf(code)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            ) : null}
          </Stack>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
          <Button
            loading={run.isPending}
            disabled={!file || problem !== null || accountId === ''}
            onClick={() => void begin()}
          >
            {t('transfer.import')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
