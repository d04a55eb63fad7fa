import { Skeleton, Stack, Text } from '@mantine/core'
import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { wordOf } from '@recado/contracts/whatsapp/template-parts'
import { useTranslation } from 'react-i18next'
import { Select } from '#web/components/form/select.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import type { Component } from './content.ts'
import type { SampleProps } from './header-sample.tsx'
import { IssueList } from './issues.tsx'
import { TemplateTextField } from './template-text-field.tsx'

const HeaderSample = lazyComponent(
  async () => (await import('./header-sample.tsx')).HeaderSample,
  <Skeleton height={62} radius="md" />,
)

const mediaFormats: ReadonlySet<string> = new Set(['IMAGE', 'VIDEO', 'DOCUMENT'])

type Props = Omit<SampleProps, 'header' | 'onChange'> & {
  header: Component | undefined
  formats: readonly string[]
  format: TemplateContent['parameterFormat']
  onChange: (header: Component | null) => void
}

/** What stands above the text: nothing, a line, a picture, a video, a document or a place. */
export const HeaderField = (props: Props) => {
  const { header, formats, format, issues, path, onChange } = props
  const { t } = useTranslation('whatsapp/templates')
  const kind = header ? wordOf(header.format) || 'TEXT' : 'NONE'
  const choose = (next: string | null) => {
    if (!next || next === kind) return
    onChange(next === 'NONE' ? null : { type: 'HEADER', format: next, ...(next === 'TEXT' ? { text: '' } : {}) })
  }
  return (
    <Stack gap="sm">
      <Select
        label={t('header.label')}
        data-field={path}
        value={kind}
        allowDeselect={false}
        data={formats.map((value) => ({ value, label: t(`header.${value}`) }))}
        onChange={choose}
        error={issues.text(`${path}.format`)}
      />
      {header && kind === 'TEXT' ? (
        <TemplateTextField
          component={header}
          part="header"
          label={t('header.text')}
          max={60}
          format={format}
          issues={issues}
          path={path}
          onChange={onChange}
        />
      ) : null}
      {header && mediaFormats.has(kind) ? <HeaderSample {...props} header={header} onChange={onChange} /> : null}
      {kind === 'LOCATION' ? (
        <Text size="sm" c="dimmed">
          {t('header.locationHint')}
        </Text>
      ) : null}
      <IssueList issues={issues.at(path)} />
    </Stack>
  )
}
