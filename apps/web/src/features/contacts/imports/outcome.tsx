import { Button, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { type ContactImport, type ImportCounts, importActions } from '@recado/contracts/contacts/imports'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { downloadRows } from './api.ts'
import { useImportFields } from './fields.ts'
import classes from './imports.module.css'
import { OutcomeRows } from './outcome-rows.tsx'
import type { RowSearch } from './search.ts'

type Props = {
  found: ContactImport
  /** Whether it says what would become of rows, rather than what became of them. */
  planned: boolean
  search: RowSearch
  onSearch: (next: RowSearch) => void
}

const Counts = ({ counts, planned, search, onSearch }: Omit<Props, 'found'> & { counts: ImportCounts }) => {
  const { t, i18n } = useTranslation('contacts/imports')
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <div className={classes.counts}>
      {importActions.map((action) => {
        const isShown = search.action === action && !search.code && !search.phone
        return (
          <UnstyledButton
            key={action}
            className={classes.count ?? ''}
            data-tone={action === 'failed' && counts.failed > 0 ? 'bad' : undefined}
            aria-pressed={isShown}
            onClick={() => onSearch(isShown ? {} : { action })}
          >
            <span className={classes.figure}>{number.format(counts[action])}</span>
            <span className={classes.countName}>{t(`${planned ? 'planned' : 'count'}.${action}`)}</span>
            <span className={classes.countText}>{t(`countText.${action}`)}</span>
          </UnstyledButton>
        )
      })}
    </div>
  )
}

const Reasons = ({ found, planned, search, onSearch }: Props) => {
  const { t, i18n } = useTranslation('contacts/imports')
  const { nameOf } = useImportFields()
  const { reasons, phonesFixed } = found
  const formatted = (count: number) => new Intl.NumberFormat(i18n.language).format(count)
  if (reasons.length === 0 && phonesFixed === 0) return null
  return (
    <Paper withBorder component="section" aria-label={t('reasons.title')} style={{ overflow: 'hidden' }}>
      {reasons.length > 0 ? (
        <Title order={planned ? 3 : 2} fz="md" px="md" pt="sm" pb={6}>
          {t('reasons.title')}
        </Title>
      ) : null}
      <ul className={classes.reasons}>
        {reasons.map(({ action, code, field, count }) => {
          const isShown = search.code === code && search.action === action && (search.field ?? null) === field
          const reason = t(`problem.${code}`)
          return (
            <li key={`${action} ${code} ${field}`}>
              <UnstyledButton
                className={classes.reason ?? ''}
                aria-pressed={isShown}
                onClick={() => onSearch(isShown ? {} : { action, code, ...(field ? { field } : {}) })}
              >
                <span>{field ? t('reasons.in', { reason, field: nameOf(field) }) : reason}</span>
                <Text component="span" size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  {t('reasons.rows', { count, formatted: formatted(count) })}
                </Text>
              </UnstyledButton>
            </li>
          )
        })}
        {phonesFixed > 0 ? (
          <li>
            <UnstyledButton
              className={classes.reason ?? ''}
              aria-pressed={search.phone === 'fixed'}
              onClick={() => onSearch(search.phone ? {} : { phone: 'fixed' })}
            >
              {t('reasons.fixed', { count: phonesFixed, formatted: formatted(phonesFixed) })}
            </UnstyledButton>
          </li>
        ) : null}
      </ul>
    </Paper>
  )
}

const Downloads = ({ found }: { found: ContactImport }) => {
  const { t, i18n } = useTranslation('contacts/imports')
  const { id, fileName, counts } = found
  const download = useMutation({
    mutationFn: (rows: 'all' | 'errors') => downloadRows({ id, fileName, rows, language: i18n.language }),
  })
  if (found.preview.length === 0) return null
  const toFix = (counts?.failed ?? 0) + (counts?.skipped ?? 0)
  const button = (rows: 'all' | 'errors') => (
    <Button
      variant="default"
      leftSection={<IconDownload size={17} />}
      loading={download.isPending && download.variables === rows}
      onClick={() => download.mutate(rows)}
    >
      {t(`download.${rows}`)}
    </Button>
  )
  return (
    <Stack gap={6}>
      <Group gap="sm">
        {toFix > 0 ? button('errors') : null}
        {button('all')}
      </Group>
      {toFix > 0 ? (
        <Text size="sm" c="dimmed">
          {t('download.errorsText')}
        </Text>
      ) : null}
    </Stack>
  )
}

/** What becomes of the rows of a file: figures that add up, why some are left out, and each row. */
export const Outcome = ({ found, planned, search, onSearch }: Props) => {
  const { t, i18n } = useTranslation('contacts/imports')
  const { counts, rows } = found
  if (!counts) return null
  return (
    <Stack gap="md">
      <div>
        <Counts {...{ counts, planned, search, onSearch }} />
        <Text size="sm" c="dimmed" mt={8}>
          {t('sum', { count: rows, formatted: new Intl.NumberFormat(i18n.language).format(rows) })}
        </Text>
      </div>
      <Reasons {...{ found, planned, search, onSearch }} />
      <Downloads found={found} />
      <OutcomeRows {...{ found, planned, search, onSearch }} />
    </Stack>
  )
}
