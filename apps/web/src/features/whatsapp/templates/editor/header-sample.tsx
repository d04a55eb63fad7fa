import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { templateMediaRules, uploadTemplateMedia } from '@recado/contracts/whatsapp/template-media'
import { wordOf } from '@recado/contracts/whatsapp/template-parts'
import { IconUpload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { ReadField, useReadOnly } from '#web/components/form/read-only.tsx'
import { upload } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { type FileRule, useFileProblem } from '#web/lib/ui/file-rules.ts'
import { type Component, sampleOf } from './content.ts'
import { IssueList, type Issues } from './issues.tsx'

export type SampleFile = { url: string; name: string; mime: string; size: number }

/** The file types that each kind of header accepts. */
const ruleOf = (format: string): FileRule => {
  const rules = Object.entries(templateMediaRules).filter(([, { kind }]) => kind.toUpperCase() === format)
  return { types: rules.map(([type]) => type), maxBytes: Math.max(0, ...rules.map(([, { maxBytes }]) => maxBytes)) }
}

export type SampleProps = {
  header: Component
  path: string
  issues: Issues
  files: Readonly<Record<string, SampleFile>>
  onFile: (id: string, file: SampleFile) => void
  onChange: (header: Component) => void
}

/** The file that stands above the text, as an example. */
export const HeaderSample = ({ header, path, issues, files, onFile, onChange }: SampleProps) => {
  const { t } = useTranslation(['whatsapp/templates', 'errors'])
  const readOnly = useReadOnly()
  const format = wordOf(header.format)
  const id = sampleOf(header).replace(/^file:/, '')
  const rule = ruleOf(format)
  const problemOf = useFileProblem()
  const [refused, setRefused] = useState<string | null>(null)
  const send = useMutation({
    mutationFn: (file: File) => upload(uploadTemplateMedia, file),
    onSuccess: ({ fileId, kind, url, name, mime, size }) => {
      onFile(fileId, { url, name, mime, size })
      onChange({ ...header, format: kind.toUpperCase(), example: { header_handle: [`file:${fileId}`] } })
    },
    meta: { quiet: true },
  })
  const choose = (file: File | null) => {
    if (!file) return
    const problem = problemOf(file, rule)
    setRefused(problem)
    send.reset()
    if (!problem) send.mutate(file)
  }
  if (readOnly) return <ReadField label={t('preview.sample')}>{files[id]?.name}</ReadField>
  return (
    <Stack gap={6}>
      <Group gap="sm">
        <FileButton accept={rule.types?.join(',') ?? ''} onChange={choose}>
          {(props) => (
            <Button
              {...props}
              data-field={`${path}.sample`}
              variant="default"
              leftSection={<IconUpload size={17} />}
              loading={send.isPending}
            >
              {t(id ? 'sample.replace' : 'sample.choose')}
            </Button>
          )}
        </FileButton>
        {files[id] ? <Text size="sm">{files[id].name}</Text> : null}
      </Group>
      <Text size="xs" c="dimmed">
        {t(`sample.hint.${format}`)}
      </Text>
      <FormFailure>{refused ?? (send.error ? errorText(t, send.error) : null)}</FormFailure>
      {id === '' ? (
        <Text size="xs" c="dimmed">
          {t('sample.gone')}
        </Text>
      ) : null}
      <IssueList issues={issues.at(`${path}.sample`)} />
    </Stack>
  )
}
