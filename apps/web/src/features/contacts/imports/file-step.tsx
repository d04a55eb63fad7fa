import { Select, SimpleGrid, Stack, Switch } from '@mantine/core'
import { type ContactImport, readImportAgain } from '@recado/contracts/contacts/imports'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { FormSection } from '#web/components/form/form-section.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { refusalText } from './api.ts'
import { FilePreview } from './file-preview.tsx'

const encodings = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'pipe' } as const
type Delimiter = keyof typeof delimiters

const delimiterOf = (value: string | null): Delimiter | undefined =>
  (Object.keys(delimiters) as Delimiter[]).find((one) => one === value)

type Props = { found: ContactImport; onRead: (next: ContactImport) => void }

/** How the file was read, and another way to read it. */
export const FileStep = ({ found, onRead }: Props) => {
  const { t, i18n } = useTranslation(['contacts/imports', 'validation', 'errors'])
  const { sheets, sheet, encoding, delimiter, header, format } = found
  const now = {
    ...(sheet === null ? {} : { sheet }),
    ...(encoding === null ? {} : { encoding: encodings.find((one) => one === encoding) ?? ('utf-8' as const) }),
    ...(delimiterOf(delimiter) ? { delimiter: delimiterOf(delimiter) } : {}),
    header,
  }
  const again = useMutation({
    mutationFn: (wish: Partial<typeof now>) =>
      call(readImportAgain, { params: { id: found.id }, body: { ...now, ...wish } }),
    onSuccess: onRead,
    meta: { quiet: true },
  })
  const busy = again.isPending
  const failure = again.error ? (refusalText(t, again.error) ?? errorText(i18n.t, again.error)) : null
  const encodingChoice = (
    <Select
      label={t('file.encoding')}
      allowDeselect={false}
      disabled={busy}
      value={encoding}
      data={encodings.map((value) => ({ value, label: t(`file.encodingOf.${value}`) }))}
      onChange={(value) => {
        const chosen = encodings.find((one) => one === value)
        if (chosen) again.mutate({ encoding: chosen })
      }}
    />
  )
  const delimiterChoice = (
    <Select
      label={t('file.delimiter')}
      allowDeselect={false}
      disabled={busy}
      value={delimiter}
      data={Object.entries(delimiters).map(([value, name]) => ({ value, label: t(`file.delimiterOf.${name}`) }))}
      onChange={(value) => {
        const chosen = delimiterOf(value)
        if (chosen) again.mutate({ delimiter: chosen })
      }}
    />
  )
  const sheetChoice = (
    <Select
      label={t('file.sheet')}
      allowDeselect={false}
      searchable={sheets.length > 10}
      disabled={busy}
      value={sheet}
      data={sheets}
      onChange={(value) => value && again.mutate({ sheet: value })}
    />
  )
  const isTable = format !== 'vcard'
  return (
    <Stack gap="md" aria-busy={busy}>
      {isTable ? (
        <FormSection title={t('file.read')} description={t('file.readText')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            {sheets.length > 0 ? sheetChoice : encodingChoice}
            {sheets.length > 0 ? null : delimiterChoice}
          </SimpleGrid>
          <Switch
            mt="md"
            label={t('file.header')}
            checked={header}
            disabled={busy}
            onChange={(event) => again.mutate({ header: event.currentTarget.checked })}
          />
        </FormSection>
      ) : null}
      <FormFailure>{failure}</FormFailure>
      <FilePreview found={found} mapping={null} />
      <LinkButton to="/company/contacts/imports/new" variant="default" style={{ alignSelf: 'start' }}>
        {t('file.another')}
      </LinkButton>
    </Stack>
  )
}
