import { Button, Checkbox, FileInput, Group, Loader, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core'
import {
  getUserImport,
  startUserImport,
  type UserImport,
  uploadUserImport,
  userImportMaxBytes,
  userImportMaxRows,
  userImportOutcomes,
} from '@recado/contracts/admin/user-imports'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { ApiError, call, upload } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { tasksKey } from '#web/lib/realtime/task-key.ts'
import { useFileProblem } from '#web/lib/ui/file-rules.ts'
import { adminKey } from '#web/queries/admin.ts'

const importQuery = (id: string) => ({
  queryKey: [...adminKey, 'import', id],
  queryFn: () => call(getUserImport, { params: { id } }),
  // Tasks move in the background; asking is simpler than a hint for the one person who watches.
  refetchInterval: ({ state: { data } }: { state: { data: UserImport | undefined } }) =>
    data && (data.state === 'checked' || data.state === 'finished') ? false : 1500,
})

const Problems = ({ problems, found }: { problems: UserImport['problems']; found: number }) => {
  const { t } = useTranslation('admin/accounts')
  if (problems.length === 0) return null
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {t('import.problems')}
      </Text>
      <ScrollArea.Autosize mah={180} viewportProps={{ tabIndex: 0 }}>
        {problems.map(({ line, code }) => (
          <Text key={line} size="sm">
            {t('import.problem', { line, text: t(`import.code.${code}`) })}
          </Text>
        ))}
      </ScrollArea.Autosize>
      {found > problems.length ? (
        <Text size="xs" c="dimmed">
          {t('import.moreInReport', { count: found - problems.length })}
        </Text>
      ) : null}
    </Stack>
  )
}

const Result = ({ found }: { found: UserImport }) => {
  const { t, i18n } = useTranslation('admin/accounts')
  const number = new Intl.NumberFormat(i18n.language)
  if (!found.counts)
    return (
      <Group gap="sm" role="status">
        <Loader size="sm" />
        <Text size="sm">{t(`import.state.${found.state}`)}</Text>
      </Group>
    )
  const { counts } = found
  return (
    <>
      <Text size="sm" role="status">
        {t(`import.state.${found.state}`)}
      </Text>
      <Table aria-label={t(`import.state.${found.state}`)}>
        <Table.Tbody>
          {userImportOutcomes.map((outcome) => (
            <Table.Tr key={outcome}>
              <Table.Th scope="row" fw={400}>
                {t(`import.outcome.${outcome}`)}
              </Table.Th>
              <Table.Td ta="right">{number.format(counts[outcome])}</Table.Td>
            </Table.Tr>
          ))}
          <Table.Tr>
            <Table.Th scope="row">{t('import.rows')}</Table.Th>
            <Table.Td ta="right" fw={600}>
              {number.format(found.rows ?? 0)}
            </Table.Td>
          </Table.Tr>
        </Table.Tbody>
      </Table>
      <Problems problems={found.problems} found={counts.skipped + counts.failed} />
      <Text size="xs" c="dimmed">
        {t('import.report')}
      </Text>
    </>
  )
}

/** What was wrong with the file itself, in words, or any other failure. */
const importError = (t: TFunction, error: unknown): string => {
  const code = error instanceof ApiError ? error.fields[0]?.code : undefined
  return code ? t(`import.refused.${code}`, { defaultValue: errorText(t, error) }) : errorText(t, error)
}

const rule = { types: ['.csv', '.txt', 'text/csv', 'text/plain'], maxBytes: userImportMaxBytes }

/** Bringing in customers from a CSV file: what it would do is shown before anything is done. */
export const ImportUsers = ({ onClose }: { onClose: () => void }) => {
  const { t, i18n } = useTranslation(['admin/accounts', 'common', 'errors'])
  const client = useQueryClient()
  const [file, setFile] = useState<File | null>(null)
  const problemOf = useFileProblem()
  const [invite, setInvite] = useState(true)
  const [id, setId] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const { data: found } = useQuery({ ...importQuery(id ?? ''), enabled: id !== null })
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFailure(null)
    try {
      await work()
      await client.invalidateQueries({ queryKey: tasksKey })
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const problem = file && problemOf(file, rule)
  const check = (chosen: File) =>
    run(async () => {
      const made = await upload(uploadUserImport, chosen, { query: { invite: invite ? 'yes' : 'no' } })
      client.setQueryData(importQuery(made.id).queryKey, made)
      setId(made.id)
    })
  const start = (importId: string) =>
    run(async () => {
      await call(startUserImport, { params: { id: importId } })
      await client.invalidateQueries({ queryKey: importQuery(importId).queryKey })
    })
  const close = () => {
    void client.invalidateQueries({ queryKey: adminKey })
    onClose()
  }
  const useful = found?.counts ? found.counts.created + found.counts.updated : 0
  return (
    <Modal
      opened
      size="lg"
      onClose={close}
      title={t('import.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        {found ? (
          <Result found={found} />
        ) : (
          <>
            <Text size="sm">
              {t('import.text', { limit: new Intl.NumberFormat(i18n.language).format(userImportMaxRows) })}
            </Text>
            <FileInput
              label={t('import.file')}
              placeholder={t('import.choose')}
              accept=".csv,text/csv,text/plain"
              required
              clearable
              value={file}
              onChange={setFile}
              error={problem}
            />
            <Checkbox
              label={t('import.invite')}
              checked={invite}
              onChange={(event) => setInvite(event.currentTarget.checked)}
            />
          </>
        )}
        <FormFailure>{failure ? importError(t, failure) : null}</FormFailure>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t(found?.state === 'finished' ? 'common:close' : 'common:cancel')}
          </Button>
          {found ? null : (
            <Button
              loading={busy}
              disabled={!file || problem !== null}
              onClick={() => (file ? void check(file) : undefined)}
            >
              {t('import.check')}
            </Button>
          )}
          {found?.state === 'checked' ? (
            <Button loading={busy} disabled={useful === 0} onClick={() => void start(found.id)}>
              {t('import.start', { count: useful })}
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  )
}
