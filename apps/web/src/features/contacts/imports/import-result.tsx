import { Button, Text } from '@mantine/core'
import { type ContactImport, cancelImport, revertImport } from '@recado/contracts/contacts/imports'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import type { Problem } from '#web/components/page/problem-list.tsx'
import { call } from '#web/lib/api/api.ts'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { importQuery, importsKey, isWorking } from './api.ts'
import { ImportStateText } from './import-state.tsx'
import { Outcome } from './outcome.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import type { RowSearch } from './search.ts'

const useFormatted = () => {
  const { i18n } = useTranslation()
  return (count: number) => new Intl.NumberFormat(i18n.language).format(count)
}

const useKeep = () => {
  const client = useQueryClient()
  return (next: ContactImport) => {
    client.setQueryData(importQuery(next.id).queryKey, next)
    void client.invalidateQueries({ queryKey: importsKey })
  }
}

const CancelRun = ({ found }: { found: ContactImport }) => {
  const { t } = useTranslation('contacts/imports')
  const formatted = useFormatted()
  const keep = useKeep()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {t('run.cancel')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('run.cancelTitle', { name: found.fileName })}
        confirmLabel={t('run.confirm')}
        cancelLabel={t('run.keep')}
        danger
        onClose={() => setAsking(false)}
        onConfirm={async () => keep(await call(cancelImport, { params: { id: found.id } }))}
      >
        {t('run.cancelText', { count: found.progress, done: formatted(found.progress) })}
      </ConfirmDialog>
    </>
  )
}

const Undo = ({ found }: { found: ContactImport }) => {
  const { t, i18n } = useTranslation('contacts/imports')
  const formatted = useFormatted()
  const keep = useKeep()
  const [asking, setAsking] = useState(false)
  const { counts, undoUntil, fileName } = found
  const { created = 0, updated = 0 } = counts ?? {}
  if (undoUntil === null || created + updated === 0) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowBackUp size={17} />}
        title={t('result.undoUntil', { date: dateTime(undoUntil, i18n.language) })}
        onClick={() => setAsking(true)}
      >
        {t('result.undo')}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={t('result.undoTitle', { name: fileName })}
        confirmLabel={t('result.undoConfirm')}
        danger
        onClose={() => setAsking(false)}
        onConfirm={async () => keep(await call(revertImport, { params: { id: found.id } }))}
      >
        {created > 0 ? <p>{t('result.undoCreated', { count: created, formatted: formatted(created) })}</p> : null}
        {updated > 0 ? <p>{t('result.undoUpdated', { count: updated, formatted: formatted(updated) })}</p> : null}
        <p>{t('result.undoKept')}</p>
      </ConfirmDialog>
    </>
  )
}

const isUndoFailed = ({ state, reverted }: ContactImport): boolean => state === 'failed' && reverted !== null

/** What came of an import, in a sentence. */
const useSummary = (found: ContactImport): string => {
  const { state, counts, reverted, startedAt } = found
  const { t, i18n } = useTranslation('contacts/imports')
  const formatted = useFormatted()
  if (state === 'reverted') {
    const { deleted = 0, restored = 0, kept = 0 } = reverted ?? {}
    const parts = [
      t('result.deleted', { count: deleted, formatted: formatted(deleted) }),
      restored > 0 ? t('result.restored', { count: restored, formatted: formatted(restored) }) : null,
      kept > 0 ? t('result.kept', { count: kept, formatted: formatted(kept) }) : null,
    ].filter((part) => part !== null)
    return `${t('result.reverted')} ${new Intl.ListFormat(i18n.language).format(parts)}.`
  }
  if (state === 'canceled') return t(startedAt === null ? 'result.discarded' : 'result.canceled')
  if (state === 'failed') return t(isUndoFailed(found) ? 'result.undoFailed' : 'result.failed')
  const changed = (counts?.created ?? 0) + (counts?.updated ?? 0)
  return t('result.completed', { count: changed, formatted: formatted(changed) })
}

const Facts = ({ found }: { found: ContactImport }) => {
  const { t, i18n } = useTranslation('contacts/imports')
  return (
    <Text component="span" size="sm">
      <RelativeTime value={found.finishedAt ?? found.createdAt} />
      {found.author ? ` · ${t('result.by', { name: found.author })}` : ''}
      {found.undoUntil ? ` · ${t('result.undoUntil', { date: dateTime(found.undoUntil, i18n.language) })}` : ''}
    </Text>
  )
}

type Props = { found: ContactImport; search: RowSearch; onSearch: (next: RowSearch) => void }

/** An import that was started: its progress, and then what became of its rows. */
export const ImportResult = ({ found, search, onSearch }: Props) => {
  const { t } = useTranslation('contacts/imports')
  const summary = useSummary(found)
  const { state, error, startedAt } = found
  const working = isWorking(found)
  const problems: Problem[] =
    error && !isUndoFailed(found)
      ? [{ id: 'failure', tone: 'bad', title: t(`state.${state}`), text: t(`failure.${error}`) }]
      : []
  const again = (
    <LinkButton to="/company/contacts/imports/new" variant="default">
      {t('result.again')}
    </LinkButton>
  )
  const contacts = <LinkButton to="/company/contacts">{t('result.contacts')}</LinkButton>
  return (
    <DetailPage
      title={found.format === 'pasted' ? t('format.pasted') : found.fileName}
      status={<ImportStateText found={found} />}
      facts={<Facts found={found} />}
      back={
        <TextLink to="/company/contacts/imports" size="sm">
          {t('title')}
        </TextLink>
      }
      more={
        working ? null : (
          <>
            <Undo found={found} />
            {again}
          </>
        )
      }
      action={working ? null : contacts}
      summary={working ? null : summary}
      problems={problems}
    >
      {working ? (
        <ProgressPanel
          order={2}
          found={found}
          title={t(state === 'reverting' ? 'run.undoing' : 'run.title')}
          text={t(state === 'reverting' ? 'run.undoingText' : 'run.text')}
          action={state === 'running' ? <CancelRun found={found} /> : null}
        />
      ) : startedAt === null ? null : (
        <Outcome found={found} planned={false} search={search} onSearch={onSearch} />
      )}
    </DetailPage>
  )
}
