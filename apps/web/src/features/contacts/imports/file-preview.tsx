import { Paper, Table, Text, Title } from '@mantine/core'
import type { ContactImport, ImportMapping } from '@recado/contracts/contacts/imports'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '#web/components/content/scroll-region.tsx'
import { useColumnName, useImportFields } from './fields.ts'
import classes from './imports.module.css'

const MOST_COLUMNS = 40

/** The first rows of a file as they stand in it, and what each column becomes. */
export const FilePreview = ({ found, mapping }: { found: ContactImport; mapping: ImportMapping | null }) => {
  const { t } = useTranslation('contacts/imports')
  const columnName = useColumnName(found)
  const { nameOf } = useImportFields()
  const places = found.columns.map((_, place) => place).slice(0, MOST_COLUMNS)
  const fieldOf = (place: number) => {
    const field = mapping?.columns[place]
    return field ? nameOf(field) : t('map.skip')
  }
  if (found.preview.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('preview.empty')}
      </Text>
    )
  return (
    <Paper withBorder className={classes.preview ?? ''}>
      <div className={classes.previewHead}>
        <Title order={3} fz="md">
          {t('preview.title')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('preview.text', { count: found.preview.length })}
        </Text>
      </div>
      <ScrollRegion label={t('preview.title')} className={classes.previewRows}>
        <Table className={classes.cells ?? ''} aria-label={t('preview.title')}>
          <Table.Thead>
            <Table.Tr>
              {places.map((place) => (
                <Table.Th key={place} scope="col" data-left-out={(mapping && !mapping.columns[place]) || undefined}>
                  {columnName(place)}
                  {mapping ? <span className={classes.becomes}>{fieldOf(place)}</span> : null}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {found.preview.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have nothing else that tells them apart
              <Table.Tr key={index}>
                {places.map((place) => (
                  <Table.Td
                    key={place}
                    title={row[place]}
                    data-left-out={(mapping && !mapping.columns[place]) || undefined}
                  >
                    {row[place]}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
    </Paper>
  )
}
