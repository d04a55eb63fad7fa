import { Alert } from '@mantine/core'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { useQueryClient } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ReadOnly } from '#web/components/form/read-only.tsx'
import { lazyWindow } from '#web/components/page/lazy-window.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import { templateQuery, useDiscard, useSubmit } from '../api.ts'
import { type Formatted, PhonePreview } from '../preview.tsx'
import { Banners } from './banners.tsx'
import classes from './editor.module.css'
import type { SampleFile } from './header-sample.tsx'
import { type Issues, useIssues } from './issues.tsx'
import { asKind } from './kinds.ts'
import { goToField } from './places.ts'
import { adviceFor, type Mend } from './rejection.ts'
import { DiscardDialog, SubmitBar } from './submit-bar.tsx'
import { TemplateFormFields } from './template-form-fields.tsx'
import { type Draft, useDraft } from './use-draft.ts'

const SubmitDialog = lazyWindow(async () => (await import('./submit-dialog.tsx')).SubmitDialog)

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

/** The issues of the draft, and its submission: `begin` asks for confirmation, or focuses the first problem. */
const useSubmission = (template: TemplateDetail, draft: Draft) => {
  const { t } = useTranslation('whatsapp/templates')
  const queryClient = useQueryClient()
  const submit = useSubmit(template.id)
  const [tried, setTried] = useState(false)
  const [asking, setAsking] = useState(false)
  const issues = useIssues(draft.content, tried)

  const begin = () => {
    setTried(true)
    const [first] = issues.problems
    if (first) goToField(first.path)
    else setAsking(true)
  }
  const send = async () => {
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
      onSettled: () => setAsking(false),
    })
  }
  const dialog = (
    <SubmitDialog
      opened={asking}
      busy={submit.isPending}
      live={template.live !== null}
      warnings={issues.warnings}
      onClose={() => setAsking(false)}
      onSubmit={() => void send()}
    />
  )
  return { issues, tried, begin, dialog }
}

type EditorBannersProps = {
  template: TemplateDetail
  draft: Draft
  issues: Issues
  canWrite: boolean
  onCopy: () => void
}

/** What prevents the template from being used, each with its next step. */
const EditorBanners = ({ template, draft, issues, canWrite, onCopy }: EditorBannersProps) => {
  const queryClient = useQueryClient()
  const discard = useDiscard(template.id)
  const [discarding, setDiscarding] = useState(false)
  const reload = async () => draft.reload(await queryClient.fetchQuery({ ...templateQuery(template.id), staleTime: 0 }))
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
        onReload={() => void reload()}
        onDiscard={() => setDiscarding(true)}
      />
      <DiscardDialog
        opened={discarding}
        onClose={() => setDiscarding(false)}
        onConfirm={async () => {
          await discard.mutateAsync(undefined)
          await reload()
        }}
      />
    </>
  )
}

type Props = { template: TemplateDetail; canWrite: boolean; formatted: Formatted; onCopy: () => void }

/** The template editor, with a phone preview beside it. */
export const Editor = ({ template, canWrite, formatted: Formatted, onCopy }: Props) => {
  const { t } = useTranslation('whatsapp/templates')
  const draft = useDraft(template)
  const [uploaded, setUploaded] = useState<Record<string, SampleFile>>({})
  const { issues, tried, begin, dialog } = useSubmission(template, draft)
  const files = { ...template.files, ...uploaded }
  const disabled = !canWrite || closed.has(template.status)
  const changed = template.draft !== null || draft.dirty || draft.state === 'saved'
  const blocked = useBlocked(template, changed, disabled)
  const mayChoose = template.live === null || template.status === 'REJECTED' || template.status === 'PAUSED'
  useUnsaved(() => draft.state === 'failed')
  // The draft is saved on the way to another page, but not when the window closes.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => draft.dirty })
  return (
    <>
      <EditorBanners template={template} draft={draft} issues={issues} canWrite={canWrite} onCopy={onCopy} />
      <div className={classes.columns}>
        <div>
          {canWrite ? null : (
            <Alert color="gray" mb="md">
              {t('readOnly')}
            </Alert>
          )}
          <ReadOnly when={disabled}>
            <TemplateFormFields
              content={draft.content}
              issues={issues}
              files={files}
              fixedCategory={!mayChoose}
              onFile={(id, file) => setUploaded((now) => ({ ...now, [id]: file }))}
              onChange={draft.change}
            />
          </ReadOnly>
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
      {dialog}
    </>
  )
}
