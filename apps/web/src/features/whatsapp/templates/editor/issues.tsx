import { Group, Stack, Text } from '@mantine/core'
import type { TemplateIssue } from '@recado/contracts/whatsapp/template-check-parts'
import type { TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { loadOnce } from '#web/lib/ui/load-once.ts'
import { whenIdle } from '#web/lib/ui/when-idle.ts'

type Check = (content: TemplateContent) => TemplateIssue[]

const checking = loadOnce<Check>(
  async () => (await import('@recado/contracts/whatsapp/template-check')).checkTemplateContent,
)

/** What checks a template, which comes once the page has come to rest; null until then. */
const useCheck = (): Check | null => {
  const [check, setCheck] = useState(checking.here)
  // Without it the server checks alone, when the template is submitted.
  useEffect(
    () =>
      whenIdle(
        () =>
          void checking.load().then(
            (loaded) => setCheck(() => loaded),
            () => {},
          ),
      ),
    [],
  )
  return check
}

export type Issues = {
  all: TemplateIssue[]
  problems: TemplateIssue[]
  warnings: TemplateIssue[]
  /** Those of exactly this place. */
  at: (path: string) => TemplateIssue[]
  hasProblem: (path: string) => boolean
  text: (path: string) => string | null
}

export const useIssueText = () => {
  const { t } = useTranslation('whatsapp/templates')
  return ({ code, values }: TemplateIssue) =>
    t(`issue.${code}`, { ...values, ...('kind' in values ? { kind: t(`button.kind.${values.kind}`) } : {}) })
}

/** What is wrong with the content, while it is typed. A field that is merely empty is named when submitting is tried. */
export const useIssues = (content: TemplateContent, tried: boolean): Issues => {
  const check = useCheck()
  const all = useMemo(() => check?.(content) ?? [], [check, content])
  const textOf = useIssueText()
  const shown = tried
    ? all
    : all.filter(({ code }) => code !== 'required' && code !== 'example_missing' && code !== 'sample_missing')
  const at = (path: string) => shown.filter((issue) => issue.path === path)
  return {
    all,
    problems: all.filter(({ level }) => level === 'problem'),
    warnings: all.filter(({ level }) => level === 'warning'),
    at,
    hasProblem: (path) => at(path).some(({ level }) => level === 'problem'),
    text: (path) => {
      const [first] = at(path)
      return first ? textOf(first) : null
    },
  }
}

/** Problems and warnings in words; an icon and a word tell them apart besides the color. */
export const IssueList = ({ issues }: { issues: readonly TemplateIssue[] }) => {
  const { t } = useTranslation('whatsapp/templates')
  const textOf = useIssueText()
  if (issues.length === 0) return null
  return (
    <Stack gap={4} component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-live="polite">
      {issues.map((issue) => (
        <Group key={`${issue.path}${issue.code}`} component="li" gap={6} wrap="nowrap" align="flex-start">
          {issue.level === 'problem' ? (
            <IconAlertCircle
              size={17}
              color="var(--mantine-color-error)"
              aria-label={t('problem')}
              style={{ flex: 'none' }}
            />
          ) : (
            <IconAlertTriangle size={17} aria-label={t('warning')} style={{ flex: 'none' }} />
          )}
          <Text size="sm" {...(issue.level === 'problem' ? { c: 'var(--mantine-color-error)' } : {})}>
            {textOf(issue)}
          </Text>
        </Group>
      ))}
    </Stack>
  )
}
