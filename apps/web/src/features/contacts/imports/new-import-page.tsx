import { Button, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { type ContactImport, createImport, importLimits } from '@recado/contracts/contacts/imports'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { FileDrop } from '#web/components/form/file-drop.tsx'
import { Wizard } from '#web/components/form/wizard.tsx'
import { PageHeader } from '#web/components/page/page-header.tsx'
import { upload } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { fileSize } from '#web/lib/i18n/file-size.ts'
import { useFileProblem } from '#web/lib/ui/file-rules.ts'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import { importQuery, refusalText } from './api.ts'
import { saveSample } from './sample.ts'
import { useWizardSteps } from './steps.ts'

const accept = '.csv,.txt,.tsv,.xlsx,.vcf,text/csv,text/plain,text/vcard'
const types = ['.csv', '.txt', '.tsv', '.xlsx', '.xlsm', '.vcf', '.xls']

/** Sends a file and goes to the page of its import. */
const useUpload = () => {
  const { t, i18n } = useTranslation(['contacts/imports', 'validation', 'errors'])
  const client = useQueryClient()
  const navigate = useNavigate()
  const problemOf = useFileProblem()
  const [work, setWork] = useState<{ label: string; fraction: number } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const own = new AbortController()
    leaving.current = own
    return () => own.abort()
  }, [])
  const sent = useRef(false)
  const open = async (made: ContactImport) => {
    client.setQueryData(importQuery(made.id).queryKey, made)
    await navigate({ to: '/company/contacts/imports/$id', params: { id: made.id }, replace: true })
  }
  const send = async (file: File, pasted: boolean) => {
    const name = file.name
    const { signal } = leaving.current
    setError(null)
    setWork({ label: t('file.uploading', { name }), fraction: 0 })
    const onProgress = (fraction: number) =>
      setWork({ label: t(fraction < 1 ? 'file.uploading' : 'file.reading', { name }), fraction })
    try {
      const query = { pasted: pasted ? 'yes' : 'no' }
      const made = await upload(createImport, file, { query }, { onProgress, signal })
      if (signal.aborted) return
      sent.current = true
      await open(made)
    } catch (cause) {
      if (signal.aborted) return
      setError(refusalText(t, cause) ?? errorText(i18n.t, cause))
    } finally {
      setWork(null)
    }
  }
  const choose = (file: File) => {
    const isKnown = types.some((type) => file.name.toLowerCase().endsWith(type))
    const problem = isKnown ? problemOf(file, { maxBytes: importLimits.bytes }) : t('file.refused')
    if (problem) setError(problem)
    else void send(file, false)
  }
  return { work, sent, error, setError, send, choose }
}

/** The first step of an import: the file, or rows that are pasted. */
export const NewImportPage = () => {
  const { t, i18n } = useTranslation('contacts/imports')
  const { work, sent, error, setError, send, choose } = useUpload()
  const [way, setWay] = useState<'upload' | 'paste'>('upload')
  const [rows, setRows] = useState('')
  useUnsaved(() => !sent.current && (rows.trim() !== '' || work !== null))
  const limits = {
    size: fileSize(importLimits.bytes, i18n.language),
    rows: new Intl.NumberFormat(i18n.language).format(importLimits.rows),
  }
  const drop = (
    <FileDrop
      label={t('file.drop')}
      hint={t('file.hint', limits)}
      choose={t('file.choose')}
      accept={accept}
      work={work}
      error={error}
      onFile={choose}
    />
  )
  const paste = (
    <Textarea
      label={t('file.rows')}
      description={t('file.rowsText')}
      placeholder={t('file.example')}
      autosize
      minRows={10}
      maxRows={18}
      value={rows}
      error={error}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', whiteSpace: 'pre', overflowX: 'auto' } }}
      onChange={(event) => setRows(event.currentTarget.value)}
    />
  )
  const content = (
    <Stack gap="lg">
      <SegmentedControl
        aria-label={t('file.way')}
        value={way}
        disabled={work !== null}
        data={(['upload', 'paste'] as const).map((value) => ({ value, label: t(`file.${value}`) }))}
        onChange={(value) => {
          setError(null)
          setWay(value === 'paste' ? 'paste' : 'upload')
        }}
        style={{ alignSelf: 'start' }}
      />
      {way === 'upload' ? drop : paste}
      <Group gap="sm" justify="space-between">
        <Text size="sm" c="dimmed" flex={1} miw={220}>
          {t('file.sampleText')}
        </Text>
        <Button
          variant="default"
          leftSection={<IconDownload size={17} />}
          onClick={() => saveSample(t('file.sampleName'), i18n.language)}
        >
          {t('file.sample')}
        </Button>
      </Group>
    </Stack>
  )
  const first = {
    content,
    ready: way === 'paste' && rows.trim() !== '',
    onNext: async () => {
      await send(new File([rows], `${t('file.pastedName')}.csv`, { type: 'text/csv' }), true)
      return false
    },
  }
  const steps = useWizardSteps({ file: first })
  return (
    <>
      <PageHeader
        title={t('open')}
        before={
          <TextLink to="/company/contacts/imports" size="sm">
            {t('title')}
          </TextLink>
        }
      />
      <Wizard label={t('steps')} steps={steps} step={0} onStep={() => {}} onFinish={async () => {}} />
    </>
  )
}
