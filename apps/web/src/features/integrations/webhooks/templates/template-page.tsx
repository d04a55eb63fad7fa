import { Alert, Button, Group, Menu, Stack, Text } from '@mantine/core'
import type { SourceDefinition } from '@recado/contracts/integrations/webhook-definition'
import {
  beginWebhookTemplateDraft,
  deprecateWebhookTemplate,
  discardWebhookTemplateDraft,
  publishWebhookTemplate,
  type WebhookTemplateDetail,
} from '@recado/contracts/integrations/webhook-templates'
import {
  IconBolt,
  IconBuilding,
  IconDots,
  IconGitCompare,
  IconId,
  IconRoute,
  IconShieldCheck,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StatusText } from '#web/components/content/status-text.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { ConfirmDialog } from '#web/components/feedback/confirm-dialog.tsx'
import { RecordFallback } from '#web/components/feedback/record-fallback.tsx'
import { ReadOnly } from '#web/components/form/read-only.tsx'
import { Select } from '#web/components/form/select.tsx'
import { DetailPage } from '#web/components/page/detail-page.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import { ApiError, call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { SourceLogo } from '../source-logo.tsx'
import { useLanguage } from '../use-language.ts'
import { templateQuery } from './api.ts'
import { DraftContext } from './draft.ts'
import { exportDefinition } from './export.ts'
import type { TemplateSearch, TemplateTab } from './search.ts'
import { useDraftForm, useTakeTemplate } from './use-draft-form.ts'

const CardTab = lazyComponent(async () => (await import('./card-tab.tsx')).CardTab)
const ProofTab = lazyComponent(async () => (await import('./proof-tab.tsx')).ProofTab)
const EventsTab = lazyComponent(async () => (await import('./events-tab.tsx')).EventsTab)
const RecipesTab = lazyComponent(async () => (await import('./recipes-tab.tsx')).RecipesTab)
const ChangesTab = lazyComponent(async () => (await import('./changes-tab.tsx')).ChangesTab)
const UsesTab = lazyComponent(async () => (await import('./uses-tab.tsx')).UsesTab)
const BeginDrawer = lazyComponent(async () => (await import('./begin-drawer.tsx')).BeginDrawer)

type Props = { name: string; search: TemplateSearch; onSearch: (next: TemplateSearch) => void }
type ShownProps = Omit<Props, 'name'> & { template: WebhookTemplateDetail }
type Asked = 'publish' | 'discard' | 'deprecate' | null

const latest = (search: TemplateSearch): TemplateSearch => (search.tab ? { tab: search.tab } : {})

/** What can be done with a version besides writing it. */
const useVersionActions = (template: WebhookTemplateDetail, { search, onSearch }: Omit<Props, 'name'>) => {
  const { t } = useTranslation('integrations/templates')
  const navigate = useNavigate()
  const { key, shown, versions } = template
  const params = { key }
  const take = useTakeTemplate(key)
  const taken = (message: string) => (changed: WebhookTemplateDetail) => {
    take(changed)
    toastSuccess(message)
  }
  const begin = useMutation({
    mutationFn: () => call(beginWebhookTemplateDraft, { params }),
    onSuccess: (changed) => {
      take(changed)
      onSearch(latest(search))
    },
  })
  const deprecated = shown.status !== 'deprecated'
  const isOnly = versions.length === 1
  return {
    begin,
    takeLogo: take,
    publish: async () =>
      taken(t('done.published'))(await call(publishWebhookTemplate, { params, body: { version: shown.version } })),
    deprecate: async () => {
      const of = { params: { key, number: shown.number ?? 0 }, body: { deprecated } }
      taken(t(deprecated ? 'done.deprecated' : 'done.restored'))(await call(deprecateWebhookTemplate, of))
    },
    discard: async () => {
      await call(discardWebhookTemplateDraft, { params })
      toastSuccess(t('done.discarded'))
      if (isOnly) return navigate({ to: '/admin/webhook-callback/templates' })
      const before = versions[1]?.number
      return onSearch({ ...latest(search), ...(before !== undefined && { number: before }) })
    },
  }
}

type Actions = ReturnType<typeof useVersionActions>
type QuestionsProps = { asked: Asked; template: WebhookTemplateDetail; actions: Actions; onClose: () => void }

/** What is asked before something that cannot be taken back easily. */
const Questions = ({ asked, template: { name, shown, versions }, actions, onClose }: QuestionsProps) => {
  const { t } = useTranslation('integrations/templates')
  const title = name[useLanguage()]
  return (
    <>
      <ConfirmDialog
        opened={asked === 'publish'}
        title={t('publish.title', { name: title })}
        confirmLabel={t('publish.submit')}
        onClose={onClose}
        onConfirm={actions.publish}
      >
        {t(versions.length > 1 ? 'publish.textLater' : 'publish.text')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'discard'}
        danger
        title={t('discard.title')}
        confirmLabel={t('discard.submit')}
        onClose={onClose}
        onConfirm={actions.discard}
      >
        {t(versions.length > 1 ? 'discard.text' : 'discard.textOnly')}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'deprecate'}
        title={t(shown.status === 'deprecated' ? 'restore.title' : 'deprecate.title', { number: shown.number })}
        confirmLabel={t(shown.status === 'deprecated' ? 'restore.submit' : 'deprecate.submit')}
        onClose={onClose}
        onConfirm={actions.deprecate}
      >
        {t(shown.status === 'deprecated' ? 'restore.text' : 'deprecate.text')}
      </ConfirmDialog>
    </>
  )
}

type MainProps = ShownProps & {
  form: ReturnType<typeof useDraftForm>
  actions: Actions
  passed: boolean
  onPublish: () => void
  onCopy: () => void
}

/** What is done most with a version: a draft is saved and published, others are followed by a draft. */
const MainActions = ({ template, search, onSearch, form, actions, passed, onPublish, onCopy }: MainProps) => {
  const { t } = useTranslation('integrations/templates')
  const { editable, dirty, save } = form
  if (editable)
    return (
      <Group gap="xs">
        <Button
          variant={dirty ? 'filled' : 'default'}
          loading={save.isPending}
          disabled={!dirty}
          onClick={() => save.mutate(undefined, { onSuccess: () => toastSuccess(t('done.saved')) })}
        >
          {t('common:save')}
        </Button>
        <Button variant={dirty ? 'default' : 'filled'} disabled={dirty || !passed} onClick={onPublish}>
          {t('publish.open')}
        </Button>
      </Group>
    )
  if (template.origin === 'product')
    return (
      <Button disabled={!template.shown.copyable} onClick={onCopy}>
        {t('copy')}
      </Button>
    )
  return template.hasDraft ? (
    <Button onClick={() => onSearch(latest(search))}>{t('toDraft')}</Button>
  ) : (
    <Button loading={actions.begin.isPending} onClick={() => actions.begin.mutate()}>
      {t('newVersion')}
    </Button>
  )
}

const Shown = ({ template, search, onSearch }: ShownProps) => {
  const { t } = useTranslation(['integrations/templates', 'errors', 'validation'])
  const language = useLanguage()
  const [asked, setAsked] = useState<Asked>(null)
  const [copying, setCopying] = useState(false)
  const form = useDraftForm(template)
  const actions = useVersionActions(template, { search, onSearch })
  const { shown, origin, versions } = template
  const { draft, editable, save, tested, conflict } = form
  const results = tested.data?.results ?? []
  const passed = tested.data?.passed === true && results.length > 0
  const failed = results.filter((result) => !result.passed).length
  const refusal = save.error && !conflict ? save.error : null
  const title = draft.definition.name[language]
  const testText = () => {
    if (results.length === 0) return t('test.none')
    return passed ? t('test.all', { count: results.length }) : t('test.some', { count: failed, total: results.length })
  }
  const testFailure =
    tested.error && !(tested.error instanceof ApiError && tested.error.fields.length > 0)
      ? errorText(t, tested.error)
      : null
  return (
    <DraftContext value={draft}>
      <ReadOnly when={!editable}>
        <DetailPage<TemplateTab>
          back={
            <TextLink size="sm" to="/admin/webhook-callback/templates">
              {t('title')}
            </TextLink>
          }
          title={title || t('untitled')}
          status={
            <StatusText tone={shown.status === 'draft' ? 'open' : shown.status === 'published' ? 'good' : 'none'}>
              {t(origin === 'product' ? 'status.product' : `status.${shown.status}`)}
            </StatusText>
          }
          facts={
            <Group gap="sm" component="span">
              <SourceLogo name={title} src={template.logoUrl} size={22} />
              {template.key}
            </Group>
          }
          action={
            <MainActions
              {...{ template, search, onSearch, form, actions, passed }}
              onPublish={() => setAsked('publish')}
              onCopy={() => setCopying(true)}
            />
          }
          more={
            <>
              {versions.length > 1 ? (
                <ReadOnly when={false}>
                  <Select
                    aria-label={t('column.version')}
                    w={170}
                    allowDeselect={false}
                    data={versions.map(({ number, status }) => ({
                      value: String(number),
                      label: `${t('version', { number })} · ${t(`status.${status}`)}`,
                    }))}
                    value={String(shown.number)}
                    onChange={(value) => value && onSearch({ ...latest(search), number: Number(value) })}
                  />
                </ReadOnly>
              ) : null}
              {origin === 'own' ? (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <Button variant="default" px="xs" aria-label={t('more')}>
                      <IconDots size={18} />
                    </Button>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item onClick={() => exportDefinition(template.key, draft.definition as SourceDefinition)}>
                      {t('export')}
                    </Menu.Item>
                    <Menu.Item onClick={() => setCopying(true)}>{t('copy')}</Menu.Item>
                    {shown.status === 'draft' ? (
                      <Menu.Item color="red" onClick={() => setAsked('discard')}>
                        {t('discard.open')}
                      </Menu.Item>
                    ) : (
                      <Menu.Item onClick={() => setAsked('deprecate')}>
                        {t(shown.status === 'deprecated' ? 'restore.open' : 'deprecate.open')}
                      </Menu.Item>
                    )}
                  </Menu.Dropdown>
                </Menu>
              ) : null}
            </>
          }
          summary={
            <Stack gap="xs">
              <Text size="sm">
                {origin === 'product' ? t(shown.copyable ? 'product' : 'productCoded') : testText()}
              </Text>
              {conflict ? (
                <Alert color="clay" title={t('conflict.title')}>
                  <Text size="sm" mb="xs">
                    {t('conflict.text')}
                  </Text>
                  <Group gap="xs">
                    <Button size="compact-sm" variant="default" onClick={conflict.showTheirs}>
                      {t('conflict.theirs')}
                    </Button>
                    <Button size="compact-sm" onClick={conflict.keepMine}>
                      {t('conflict.mine')}
                    </Button>
                  </Group>
                </Alert>
              ) : null}
              {refusal ? <Alert color="red">{errorText(t, refusal)}</Alert> : null}
              {!refusal && form.refusedFields.length > 0 ? <Alert color="yellow">{t('refused')}</Alert> : null}
            </Stack>
          }
          tab={search.tab}
          onTab={(tab) => onSearch({ ...search, tab })}
          tabs={[
            {
              ...{ value: 'card', label: t('tab.card'), icon: IconId },
              content: <CardTab template={template} onTake={actions.takeLogo} />,
            },
            { value: 'proof', label: t('tab.proof'), icon: IconShieldCheck, content: <ProofTab /> },
            {
              ...{ value: 'events', label: t('tab.events'), icon: IconRoute },
              content: <EventsTab results={results} failure={testFailure} />,
            },
            { value: 'recipes', label: t('tab.recipes'), icon: IconBolt, content: <RecipesTab /> },
            ...(origin === 'own'
              ? [
                  {
                    ...{ value: 'changes' as const, label: t('tab.changes'), icon: IconGitCompare },
                    content: <ChangesTab shown={shown} />,
                  },
                ]
              : []),
            {
              ...{ value: 'uses', label: t('tab.uses'), icon: IconBuilding },
              content: (
                <ReadOnly when={false}>
                  <UsesTab template={template} />
                </ReadOnly>
              ),
            },
          ]}
        />
      </ReadOnly>
      <Questions {...{ asked, template, actions }} onClose={() => setAsked(null)} />
      {copying ? <BeginDrawer file={null} from={template.key} onClose={() => setCopying(false)} /> : null}
    </DraftContext>
  )
}

/** A system that companies can connect: its card, how it proves itself, its events with their tests, and who follows it. */
export const TemplatePage = ({ name, search, onSearch }: Props) => {
  const query = useQuery(templateQuery(name, search.number))
  return query.data ? (
    <Shown
      key={`${name} ${query.data.shown.number} ${query.data.shown.status}`}
      template={query.data}
      {...{ search, onSearch }}
    />
  ) : (
    <RecordFallback query={query} tabs />
  )
}
