import { Button, Group, Modal, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { IconCheck, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { toastError, toastSuccess } from '#web/lib/ui/toasts.ts'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import { templateQuery, useDiscard, useSubmit } from '../api.ts'
import { type Formatted, PhonePreview } from '../preview.tsx'
import { Banners } from './banners.tsx'
import classes from './editor.module.css'
import type { SampleFile } from './header-field.tsx'
import { IssueList, useIssues } from './issues.tsx'
import { asKind } from './kinds.ts'
import { LeftToDo } from './left-to-do.tsx'
import { goToField } from './places.ts'
import { adviceFor, type Mend } from './rejection.ts'
import { TemplateFormFields } from './template-form-fields.tsx'
import { type SaveState, useDraft } from './use-draft.ts'

const Saved = ({ state, onRetry }: { state: SaveState; onRetry: () => void }) => {
  const { t } = useTranslation('whatsapp/templates')
  const word = state === 'idle' ? '' : t(`save.${state}`)
  return (
    <Group gap={6} role="status" aria-live="polite">
      {state === 'saved' ? <IconCheck size={17} aria-hidden="true" /> : null}
      <Text size="sm" c={state === 'failed' || state === 'conflict' ? 'var(--mantine-color-error)' : 'dimmed'}>
        {word}
      </Text>
      {state === 'failed' ? (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          {t('common:retry')}
        </Button>
      ) : null}
    </Group>
  )
}

type SubmitProps = {
  opened: boolean
  busy: boolean
  live: boolean
  warnings: ReturnType<typeof useIssues>['warnings']
  onClose: () => void
  onSubmit: () => void
}

const SubmitDialog = ({ opened, busy, live, warnings, onClose, onSubmit }: SubmitProps) => {
  const { t } = useTranslation('whatsapp/templates')
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('submit.title')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t(live ? 'submit.edit' : 'submit.text')}</Text>
        {warnings.length > 0 ? (
          <Stack gap={6}>
            <Text size="sm" fw={550}>
              {t('submit.warnings')}
            </Text>
            <IssueList issues={warnings} />
          </Stack>
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button loading={busy} onClick={onSubmit} data-autofocus>
            {t('submit.confirm')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type BarProps = {
  draft: Pick<ReturnType<typeof useDraft>, 'state' | 'save'>
  problems: ReturnType<typeof useIssues>['problems']
  /** Whether submitting was tried with problems left. */
  tried: boolean
  /** Why nothing can be submitted now. */
  blocked: string | null
  onBegin: () => void
}

const SubmitBar = ({ draft, problems, tried, blocked, onBegin }: BarProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const [listed, setListed] = useState(false)
  const begin = () => {
    setListed(problems.length > 0)
    onBegin()
  }
  return (
    <div className={classes.bar}>
      {blocked ? (
        <Text size="sm" c="dimmed" className={classes.left ?? ''}>
          {blocked}
        </Text>
      ) : (
        <LeftToDo problems={problems} opened={listed} onOpened={setListed} />
      )}
      <Group gap="md">
        <Saved state={draft.state} onRetry={() => void draft.save()} />
        <VisuallyHidden role="alert">
          {tried && problems.length > 0 ? t('left.count', { count: problems.length }) : ''}
        </VisuallyHidden>
        <Button leftSection={<IconSend size={17} />} disabled={blocked !== null} onClick={begin}>
          {t('submit.open')}
        </Button>
      </Group>
    </div>
  )
}

type DiscardProps = { opened: boolean; onClose: () => void; onConfirm: () => Promise<void> }

const DiscardDialog = ({ opened, onClose, onConfirm }: DiscardProps) => {
  const { t } = useTranslation('whatsapp/templates')
  return (
    <ConfirmDialog
      opened={opened}
      title={t('unpublished.discard')}
      confirmLabel={t('unpublished.discard')}
      danger
      onClose={onClose}
      onConfirm={onConfirm}
    >
      {t('unpublished.question')}
    </ConfirmDialog>
  )
}

/** Statuses in which nothing that is written could be kept or sent. */
const closed = new Set(['DISABLED', 'SUBMITTING', 'PENDING_DELETION'])

/** Why the template cannot be submitted now; null when it can. */
const useBlocked = (template: TemplateDetail, changed: boolean, disabled: boolean): string | null => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  const { editing, status } = template
  if (disabled) return t('blocked.closed')
  if (!editing.allowed && status !== 'UNKNOWN')
    return editing.until ? t('blocked.until', { time: dateTime(editing.until, i18n.language) }) : t('blocked.status')
  return changed ? null : t('blocked.unchanged')
}

type Props = { template: TemplateDetail; canWrite: boolean; formatted: Formatted; onCopy: () => void }

/** A template as it is written, beside the phone that shows it. */
export const Editor = ({ template, canWrite, formatted: Formatted, onCopy }: Props) => {
  const { t, i18n } = useTranslation('whatsapp/templates')
  const queryClient = useQueryClient()
  const draft = useDraft(template)
  const [tried, setTried] = useState(false)
  const [asking, setAsking] = useState(false)
  const [discarding, setDiscarding] = useState(false)
  const [uploaded, setUploaded] = useState<Record<string, SampleFile>>({})
  const submit = useSubmit(template.id)
  const discard = useDiscard(template.id)
  const issues = useIssues(draft.content, tried)
  const files = { ...template.files, ...uploaded }
  const disabled = !canWrite || closed.has(template.status)
  const changed = template.draft !== null || draft.dirty || draft.state === 'saved'
  const blocked = useBlocked(template, changed, disabled)
  const mayChoose = template.live === null || template.status === 'REJECTED' || template.status === 'PAUSED'
  useUnsaved(() => draft.state === 'failed')
  // The draft keeps itself on the way to another page, but not when the window closes.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => draft.dirty })

  const fresh = async () => {
    const next = await queryClient.fetchQuery({ ...templateQuery(template.id), staleTime: 0 })
    draft.reload(next)
  }
  const begin = () => {
    setTried(true)
    if (issues.problems.length === 0) {
      setAsking(true)
      return
    }
    goToField(issues.problems[0]?.path ?? '')
  }
  const mend = (chosen: Mend) => {
    if (chosen.start === 'write') return goToField(chosen.path)
    if (chosen.start === 'language') return onCopy()
    const next =
      chosen.start === 'kind'
        ? asKind(draft.content, 'standard', '')
        : { ...draft.content, category: chosen.category, ttlSeconds: null }
    draft.change(next)
    goToField('category')
  }
  const give = async () => {
    if (!(await draft.save())) {
      setAsking(false)
      return
    }
    submit.mutate(draft.version(), {
      onSuccess: (next) => {
        queryClient.setQueryData(templateQuery(template.id).queryKey, next)
        draft.reload(next)
        setTried(false)
        toastSuccess(t('submit.done'))
      },
      onError: (error) => toastError(i18n, error),
      onSettled: () => setAsking(false),
    })
  }
  return (
    <>
      <Banners
        template={template}
        conflict={draft.state === 'conflict'}
        canWrite={canWrite}
        advice={adviceFor(template.rejectedReason ?? 'OTHER', draft.content, issues.problems[0]?.path)}
        noticed={issues.warnings.filter(({ code }) => code === 'warn_capitals' || code === 'warn_short_link')}
        onMend={mend}
        onCopy={onCopy}
        onReload={() => void fresh()}
        onDiscard={() => setDiscarding(true)}
      />
      <div className={classes.columns}>
        <div>
          <TemplateFormFields
            content={draft.content}
            issues={issues}
            files={files}
            disabled={disabled}
            fixedCategory={!mayChoose}
            onFile={(id, file) => setUploaded((now) => ({ ...now, [id]: file }))}
            onChange={draft.change}
          />
          {canWrite ? (
            <SubmitBar draft={draft} problems={issues.problems} tried={tried} blocked={blocked} onBegin={begin} />
          ) : null}
        </div>
        <PhonePreview
          content={draft.content}
          language={template.language}
          business={template.business}
          files={files}
          Formatted={Formatted}
        />
      </div>
      <SubmitDialog
        opened={asking}
        busy={submit.isPending}
        live={template.live !== null}
        warnings={issues.warnings}
        onClose={() => setAsking(false)}
        onSubmit={() => void give()}
      />
      <DiscardDialog
        opened={discarding}
        onClose={() => setDiscarding(false)}
        onConfirm={async () => {
          await discard.mutateAsync(undefined)
          await fresh()
        }}
      />
    </>
  )
}
