import { Alert, Button, Group, Text } from '@mantine/core'
import { type ContactImport, cancelImport, dryRunImport, startImport } from '@recado/contracts/contacts/imports'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { Wizard } from '#web/components/form/wizard.tsx'
import { PageHeader } from '#web/components/page/page-header.tsx'
import { type Problem, ProblemList } from '#web/components/page/problem-list.tsx'
import { call } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { fileSize } from '#web/lib/i18n/file-size.ts'
import { importsKey, isWorking, refusalText } from './api.ts'
import { CheckStep } from './check-step.tsx'
import { ColumnsStep } from './columns-step.tsx'
import { keysOf } from './fields.ts'
import { FileStep } from './file-step.tsx'
import { RulesStep, rulesProblem } from './rules-step.tsx'
import type { RowSearch } from './search.ts'
import { steps, useWizardSteps } from './steps.ts'
import { type DraftOfImport, isConflict, useDraft } from './use-draft.ts'

const useProblems = (found: ContactImport): Problem[] => {
  const { t, i18n } = useTranslation('contacts/imports')
  const { sameFile, error } = found
  const problems: Problem[] = []
  if (error) problems.push({ id: 'failed', tone: 'bad', title: t('state.failed'), text: t(`failure.${error}`) })
  if (sameFile)
    problems.push({
      id: 'same',
      tone: 'warning',
      title: t('same.title'),
      text: t('same.text', { date: dateTime(sameFile.createdAt, i18n.language) }),
      action: (
        <TextLink size="sm" to="/company/contacts/imports/$id" params={{ id: sameFile.id }}>
          {t('same.link')}
        </TextLink>
      ),
    })
  return problems
}

const Discard = ({ found, onDone }: { found: ContactImport; onDone: () => void }) => {
  const { t } = useTranslation('contacts/imports')
  const client = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('discard.action')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('discard.title', { name: found.fileName })}
        confirmLabel={t('discard.confirm')}
        danger
        onClose={() => setAsking(false)}
        onConfirm={async () => {
          await call(cancelImport, { params: { id: found.id } })
          onDone()
          await navigate({ to: '/company/contacts/imports' })
          await client.invalidateQueries({ queryKey: importsKey })
        }}
      >
        {t('discard.text')}
      </ConfirmDialog>
    </>
  )
}

const Conflict = ({ onLoad }: { onLoad: () => void }) => {
  const { t } = useTranslation('contacts/imports')
  return (
    <Alert color="clay" role="alert" title={t('conflict.title')} mb="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t('conflict.text')}</Text>
        <Button size="compact-sm" variant="default" onClick={onLoad}>
          {t('conflict.load')}
        </Button>
      </Group>
    </Alert>
  )
}

type Props = { found: ContactImport; search: RowSearch; onSearch: (next: RowSearch) => void }

/** What leads on from each step. */
const useActions = (found: ContactImport, draft: DraftOfImport, onConflict: () => void) => {
  const [tried, setTried] = useState<number | null>(null)
  const params = { id: found.id }
  const saving = async (work: () => Promise<void>): Promise<false> => {
    try {
      await work()
    } catch (error) {
      if (!isConflict(error)) throw error
      onConflict()
    }
    return false
  }
  const isMapped = keysOf(draft.mapping.columns).length > 0
  const hasRules = rulesProblem(draft) === null
  return {
    tried,
    columns: () => {
      setTried(steps.columns)
      return isMapped && saving(async () => draft.goWith(steps.rules, await draft.save()))
    },
    rules: () => {
      setTried(steps.rules)
      if (!hasRules) return false
      return saving(async () => {
        await draft.save()
        draft.goWith(steps.check, await call(dryRunImport, { params }))
      })
    },
    start: async () => {
      const started = await call(startImport, { params })
      draft.goWith(steps.check, started)
      draft.forget()
    },
  }
}

/** An import that is being prepared, step by step; a reload comes back to the same step. */
export const ImportWizard = ({ found, search, onSearch }: Props) => {
  const { t, i18n } = useTranslation(['contacts/imports', 'validation'])
  const draft = useDraft(found)
  const [inConflict, setInConflict] = useState(false)
  const actions = useActions(found, draft, () => setInConflict(true))
  const problems = useProblems(found)
  const formatted = (count: number) => new Intl.NumberFormat(i18n.language).format(count)
  const changes = found.counts ? found.counts.created + found.counts.updated : 0
  const isReady = found.state === 'ready' && changes > 0
  const all = useWizardSteps({
    file: { content: <FileStep found={found} onRead={draft.readAgain} /> },
    columns: {
      content: <ColumnsStep found={found} draft={draft} tried={actions.tried === steps.columns} />,
      onNext: actions.columns,
    },
    rules: {
      content: <RulesStep found={found} draft={draft} tried={actions.tried === steps.rules} />,
      nextLabel: t('check.run'),
      onNext: actions.rules,
    },
    check: {
      content: <CheckStep found={found} search={search} onSearch={onSearch} />,
      nextLabel:
        found.counts && changes === 0
          ? t('check.nothing')
          : t('check.start', { count: changes, formatted: formatted(changes) }),
      ready: isReady,
    },
  })
  return (
    <>
      <PageHeader
        title={found.format === 'pasted' ? t('format.pasted') : found.fileName}
        description={t('file.summary', {
          count: found.rows,
          formatted: formatted(found.rows),
          columns: t('file.columns', { count: found.columns.length }),
          size: fileSize(found.bytes, i18n.language),
        })}
        before={
          <TextLink to="/company/contacts/imports" size="sm">
            {t('title')}
          </TextLink>
        }
        actions={isWorking(found) ? null : <Discard found={found} onDone={draft.forget} />}
      />
      <ProblemList problems={problems} />
      {inConflict ? (
        <Conflict
          onLoad={() => {
            setInConflict(false)
            void draft.loadLatest()
          }}
        />
      ) : null}
      <Wizard
        label={t('steps')}
        steps={all}
        step={draft.step}
        onStep={draft.go}
        onFinish={actions.start}
        explain={(error) => refusalText(t, error)}
      />
    </>
  )
}
